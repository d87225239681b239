import type { Value } from '@abhyas/contract/endpoint';
import { QUIZ_CHANNEL, QuizChannelParameters, QuizMessage } from '@abhyas/contract/classes/live-quiz';
import { Problem } from '@abhyas/contract/problem';
import { hasRight } from '@abhyas/contract/institute/rights';
import { requireRight } from '../../../context.ts';
import type { Channel } from '../../../live/channel.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { quizMessage, quizSubject } from './live-quiz.ts';

/** The channel with the fixed name (docs/product.md): the questions of one quiz, as its teacher shows and locks them. */
export const liveQuizChannel: Channel<Value<typeof QuizChannelParameters>> = {
  name: QUIZ_CHANNEL,
  reach: 'membership',
  parameters: QuizChannelParameters,
  message: QuizMessage,
  subscribe: (context, person, parameters) => {
    const isStaff = person.membership !== null && hasRight(person.membership.role, 'classes.read');
    if (!isStaff && person.type !== 'Student') throw new Problem('not_allowed');
    const institute_id = isStaff ? requireRight(person, 'classes.read').institute_id : instituteOfMember(person);
    return quizSubject(context, { id: person.id, institute_id, isStaff }, parameters);
  },
  read: (context, subject) => quizMessage(context, Number(subject.split(':')[1])),
};
