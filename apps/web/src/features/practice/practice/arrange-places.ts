import { type PracticePool, placesOf } from '@abhyas/exam/practice/adaptive';
import { type SessionState, visitedPlaces, withPlaces } from '@abhyas/exam/tests/session';
import type { QuestionContent } from '../../../question/question-content.ts';
import { practiceResult } from './practice-status.ts';

export interface PracticeContent {
  questions: readonly QuestionContent[];
  further_questions?: readonly QuestionContent[];
  adaptive?: PracticePool;
}

/** Every question that a session may show, by id. */
export const questionsById = ({ questions, further_questions = [] }: PracticeContent): ReadonlyMap<number, QuestionContent> =>
  new Map([...questions, ...further_questions].map((question) => [question.id, question]));

/**
 * The function with which an adaptive session chooses its unvisited questions, in the same way as the server; undefined for other sessions.
 */
export function placesArranger(content: PracticeContent): ((state: SessionState) => SessionState) | undefined {
  const { adaptive } = content;
  if (!adaptive) return undefined;
  const byId = questionsById(content);
  return (state) => {
    const resultOf = (id: number) => {
      const question = byId.get(id);
      return question ? practiceResult(question, state.responses[id]) : null;
    };
    return withPlaces(
      state,
      placesOf(adaptive, visitedPlaces(state), resultOf).flatMap((id) => byId.get(id) ?? []),
    );
  };
}
