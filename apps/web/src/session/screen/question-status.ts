import type { PaletteState } from '@abhyas/exam/tests/display';

/** The status of a question in a palette, during the test and in its results. */
export type QuestionStatus =
  | PaletteState
  | 'attempted'
  | 'unattempted'
  | 'unvisited'
  | 'correct'
  | 'incorrect'
  | 'not_counted'
  | 'withheld'
  | 'key_used';

export const statusLabels: Record<QuestionStatus, string> = {
  not_visited: 'Not visited',
  not_answered: 'Not answered',
  answered: 'Answered',
  marked: 'Marked for review',
  answered_marked: 'Answered and marked for review',
  attempted: 'Attempted',
  unattempted: 'Unattempted',
  unvisited: 'Unvisited',
  correct: 'Correct',
  incorrect: 'Incorrect',
  not_counted: 'Not counted',
  withheld: 'Not shown yet',
  key_used: 'Solution seen',
};

/** Short enough for a legend of two columns. */
export const legendLabels: Record<QuestionStatus, string> = { ...statusLabels, marked: 'Marked', answered_marked: 'Answered and marked' };

export const testStatuses: readonly QuestionStatus[] = ['answered', 'not_answered', 'not_visited', 'marked', 'answered_marked'];
export const reviewStatuses: readonly QuestionStatus[] = ['correct', 'incorrect', 'unattempted', 'not_counted', 'withheld'];
export const practiceStatuses: readonly QuestionStatus[] = ['correct', 'incorrect', 'attempted', 'key_used', 'unattempted', 'unvisited'];

export function countStatuses(statuses: readonly QuestionStatus[]): Map<QuestionStatus, number> {
  const counts = new Map<QuestionStatus, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
