import { expectedScore } from './rating.ts';

const WANTED_CHANCE = 0.7;

export interface Candidate {
  id: number;
  rating: number;
  seen: boolean;
  /** The latest verified answer was wrong. */
  missed: boolean;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/**
 * Ids of the questions of a practice session, at most `count`: those whose chance of success is nearest to 0.7, first among the unseen, then the
 * missed, then the rest, so that a topic worked through can still be practised. Equals are drawn by `random` (0 to 1, 1 excluded).
 */
export function chooseQuestions(candidates: readonly Candidate[], studentRating: number, count: number, random: () => number): number[] {
  const turn = (candidate: Candidate): number => (candidate.seen ? (candidate.missed ? 1 : 2) : 0);
  const distance = (candidate: Candidate): number => Math.abs(expectedScore(studentRating, candidate.rating) - WANTED_CHANCE);
  return shuffled(candidates, random)
    .sort((a, b) => turn(a) - turn(b) || distance(a) - distance(b))
    .slice(0, count)
    .map(({ id }) => id);
}
