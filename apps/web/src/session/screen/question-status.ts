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
  not_visited: /*i18n*/ 'Not visited',
  not_answered: /*i18n*/ 'Not answered',
  answered: /*i18n*/ 'Answered',
  marked: /*i18n*/ 'Marked for review',
  answered_marked: /*i18n*/ 'Answered and marked for review',
  attempted: /*i18n*/ 'Attempted',
  unattempted: /*i18n*/ 'Unattempted',
  unvisited: /*i18n*/ 'Unvisited',
  correct: /*i18n*/ 'Correct',
  incorrect: /*i18n*/ 'Incorrect',
  not_counted: /*i18n*/ 'Not counted',
  withheld: /*i18n*/ 'Not shown yet',
  key_used: /*i18n*/ 'Solution seen',
};

/** Short enough for a legend of two columns. */
export const legendLabels: Record<QuestionStatus, string> = {
  ...statusLabels,
  marked: /*i18n*/ 'Marked',
  answered_marked: /*i18n*/ 'Answered and marked',
};

export const testStatuses: readonly QuestionStatus[] = ['answered', 'not_answered', 'not_visited', 'marked', 'answered_marked'];
export const reviewStatuses: readonly QuestionStatus[] = ['correct', 'incorrect', 'unattempted', 'not_counted', 'withheld'];
export const practiceStatuses: readonly QuestionStatus[] = ['correct', 'incorrect', 'attempted', 'key_used', 'unattempted', 'unvisited'];

export function countStatuses(statuses: readonly QuestionStatus[]): Map<QuestionStatus, number> {
  const counts = new Map<QuestionStatus, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
