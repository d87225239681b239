import type { Answer, Value } from '@abhyas/contract/endpoint';
import type { getQuizQuestionData, QuizMessage } from '@abhyas/contract/classes/live-quiz';

export type QuizState = Answer<typeof getQuizQuestionData>;
export type QuizQuestion = QuizState['question_data'][number];
export type QuizResponse = QuizState['response_data'][number];
export type Message = Value<typeof QuizMessage>;

/** Whether a question takes answers at `now` (ms by the server's clock), or counts down to its lock, or is locked. */
export function lockOf({ locks_at }: Pick<QuizQuestion, 'locks_at'>, now: number): 'open' | 'locking' | 'locked' {
  if (locks_at === null) return 'open';
  return Date.parse(locks_at) > now ? 'locking' : 'locked';
}

/**
 * The state after a message: the same where it is no newer; null where something is missing in between, and the whole state has to be asked for.
 */
export function afterMessage(state: QuizState, message: Message): QuizState | null {
  if (message.number <= state.number) return state;
  if (message.number > state.number + 1) return null;
  const known = new Map(state.question_data.map((question) => [question.id, question]));
  const question_data: QuizQuestion[] = [];
  for (const told of message.questions) {
    const question = known.get(told.id);
    if (question) question_data.push({ ...question, position: told.position, locks_at: told.locks_at, state: told.state });
    else if (told.question_text !== undefined) question_data.push(told as QuizQuestion);
    else return null;
  }
  return { ...state, number: message.number, complete: message.complete, question_data };
}

/** Whether the server would tell more of an answer than this page knows: a key that came free with the lock or the end. */
export function mayKnowMore(state: QuizState, now: number): boolean {
  if (state.complete) return state.question_data.some(({ accepted_answers }) => accepted_answers === undefined);
  const byId = new Map(state.question_data.map((question) => [question.id, question]));
  return state.response_data.some(({ id, result, is_late }) => {
    const question = byId.get(id);
    return result === null && !is_late && question !== undefined && lockOf(question, now) === 'locked';
  });
}
