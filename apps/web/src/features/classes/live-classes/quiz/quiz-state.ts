import type { Answer, Value } from '@abhyas/contract/endpoint';
import type { getQuizQuestionData, QuizMessage } from '@abhyas/contract/classes/live-quiz';
import { quizKeyTime } from '@abhyas/exam/classes/live-quiz';

export type QuizState = Answer<typeof getQuizQuestionData>;
export type QuizQuestion = QuizState['question_data'][number];
export type QuizResponse = QuizState['response_data'][number];
export type Message = Value<typeof QuizMessage>;

/** Whether a question is open, counts down to its lock, or is locked at `now` (ms of the server's clock). */
export function lockOf({ locks_at }: Pick<QuizQuestion, 'locks_at'>, now: number): 'open' | 'locking' | 'locked' {
  if (locks_at === null) return 'open';
  return Date.parse(locks_at) > now ? 'locking' : 'locked';
}

/** The state after a message. An old message changes nothing; null means that messages are missing, so the whole state must be fetched. */
export function afterMessage(state: QuizState, message: Message): QuizState | null {
  if (message.number <= state.number) return state;
  if (message.number > state.number + 1) return null;
  const known = new Map(state.question_data.map((question) => [question.id, question]));
  const question_data: QuizQuestion[] = [];
  for (const told of message.questions) {
    const question = known.get(told.id);
    if (question)
      question_data.push({ ...question, position: told.position, locks_at: told.locks_at, state: told.state, is_locked: told.is_locked });
    else if (told.question_text !== undefined) question_data.push(told as QuizQuestion);
    else return null;
  }
  return { ...state, number: message.number, complete: message.complete, question_data };
}

/** When the lock reveals the key of a question, in ms of the server's clock. */
export const keyTimeOf = ({ locks_at }: Pick<QuizQuestion, 'locks_at'>): number =>
  quizKeyTime({ locks_at: locks_at === null ? null : new Date(locks_at) });

/**
 * Whether the server may now send the key of an answer that this page does not have, because the lock or the end of the quiz has revealed
 * it.
 */
export function mayKnowMore(state: QuizState, now: number): boolean {
  if (state.complete) return state.question_data.some(({ accepted_answers }) => accepted_answers === undefined);
  const byId = new Map(state.question_data.map((question) => [question.id, question]));
  return state.response_data.some(({ id, result, is_late }) => {
    const question = byId.get(id);
    return result === null && !is_late && question !== undefined && keyTimeOf(question) <= now;
  });
}
