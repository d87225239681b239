import { expectedScore, initialRating } from './rating.ts';
import type { SubjectName } from '../bank/subjects.ts';

/** Number of answers that a rating needs to be meaningful. */
export const ANSWERS_FOR_LEVEL = 10;
const OUT_OF = 10;

/** Complexity (1-5, halves allowed) of a question of medium difficulty in each exam. */
const complexities = { NEET: 3, 'JEE Main': 3.5 } as const;
export type ExamName = keyof typeof complexities;

/** The exam that the level in a subject refers to, for a student of this course. */
export function examOf(course: 'MED' | 'ENG' | 'MED_ENG', subject: SubjectName): ExamName {
  return course === 'MED' || subject === 'Biology' ? 'NEET' : 'JEE Main';
}

/** A student's rating in one subject id, with the number of answers that moved it. */
export interface RatedSubject {
  rating: number;
  answered: number;
}

/**
 * How many of ten medium questions of the exam the student is expected to solve. Several ratings are averaged, weighted by their number of
 * answers. Null for fewer than `ANSWERS_FOR_LEVEL` answers.
 */
export function solvedOfTen(ratings: readonly RatedSubject[], exam: ExamName): number | null {
  const answered = ratings.reduce((sum, rated) => sum + rated.answered, 0);
  if (answered < ANSWERS_FOR_LEVEL) return null;
  const rating = ratings.reduce((sum, rated) => sum + rated.rating * rated.answered, 0) / answered;
  return Math.round(OUT_OF * expectedScore(rating, initialRating(complexities[exam])));
}
