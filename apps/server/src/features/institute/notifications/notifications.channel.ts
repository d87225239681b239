import { NOTIFICATION_CHANNEL, NotificationMessage } from '@abhyas/contract/institute/notifications';
import { Type } from 'typebox';
import { requireAudience } from '../../../context.ts';
import type { Channel } from '../../../live/channel.ts';
import { countsOf, subjectOfPerson } from './notifications.ts';

/** The number of the caller's unread notifications. */
export const notificationChannel: Channel = {
  name: NOTIFICATION_CHANNEL,
  parameters: Type.Object({}),
  message: NotificationMessage,
  subscribe: async (_context, person) => {
    requireAudience(person, 'notified');
    return subjectOfPerson(person.id);
  },
  read: async (context, subject) => (await countsOf(context, [subject])).get(subject) ?? { number: 0 },
  readTogether: countsOf,
};
