import { CLASS_CHANNEL, ClassChannelParameters, ClassMessage } from '@abhyas/contract/classes/live-classes';
import type { Value } from '@abhyas/contract/endpoint';
import { requireStudent } from '../../../context.ts';
import type { Channel } from '../../../live/channel.ts';
import { attendedClass, classMessage, keepStays, meetingOfSubject, subjectOfClass } from './live-classes.ts';

/** The state of a class. A subscription counts as the presence of its student. */
export const liveClassChannel: Channel<Value<typeof ClassChannelParameters>> = {
  name: CLASS_CHANNEL,
  reach: 'membership',
  parameters: ClassChannelParameters,
  message: ClassMessage,
  subscribe: async (context, person, { meeting_id }) => {
    requireStudent(person);
    return subjectOfClass((await attendedClass(context, person, meeting_id)).id);
  },
  read: (context, subject) => classMessage(context, meetingOfSubject(subject)),
  keep: keepStays,
};
