import type { PaletteState } from '@abhyas/exam/display';

/** How a question can look in a palette: while it is answered, and once results show. */
export type Look =
  | PaletteState
  | 'attempted'
  | 'unattempted'
  | 'unvisited'
  | 'correct'
  | 'incorrect'
  | 'not_counted'
  | 'withheld'
  | 'key_used';

export const lookWords: Record<Look, string> = {
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
export const legendWords: Record<Look, string> = { ...lookWords, marked: 'Marked', answered_marked: 'Answered and marked' };

export const testLooks: readonly Look[] = ['answered', 'not_answered', 'not_visited', 'marked', 'answered_marked'];
export const reviewLooks: readonly Look[] = ['correct', 'incorrect', 'unattempted', 'not_counted', 'withheld'];
export const practiceLooks: readonly Look[] = ['correct', 'incorrect', 'attempted', 'key_used', 'unattempted', 'unvisited'];

export function countLooks(looks: readonly Look[]): Map<Look, number> {
  const counts = new Map<Look, number>();
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1);
  return counts;
}
