import { type StatusLabel, statusLabel } from '@abhyas/exam/tests/display';
import type { Result } from '@abhyas/exam/bank/question';
import { resultOf } from '@abhyas/exam/bank/result';
import type { LocalResponse } from '@abhyas/exam/tests/session';
import { keyOf, type QuestionContent } from '../../../question/question-content.ts';
import type { QuestionStatus } from '../../../session/screen/question-status.ts';

const statusByLabel: Record<StatusLabel, QuestionStatus> = {
  Correct: 'correct',
  Incorrect: 'incorrect',
  Marked: 'attempted',
  Attempted: 'attempted',
  Unattempted: 'unattempted',
  Unvisited: 'unvisited',
  Key_Used: 'key_used',
  Not_Counted: 'not_counted',
};

/** The result of a verified answer, from the key sent with the question; null before Verify. */
export function practiceResult(question: QuestionContent, response: LocalResponse | undefined): Result | null {
  const key = keyOf(question);
  return response?.verified && key ? resultOf(key, response) : null;
}

export function practiceStatus(question: QuestionContent, response: LocalResponse | undefined): QuestionStatus {
  return statusByLabel[statusLabel(response, practiceResult(question, response))];
}

/** Whether a restart would lose work on the question. */
export const isBegun = (status: QuestionStatus): boolean => status !== 'unvisited' && status !== 'unattempted';
