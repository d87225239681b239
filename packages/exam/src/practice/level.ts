import { expectedScore, initialRating, START_RATING, updateRatings } from './rating.ts';
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

/**
 * The first guess of `solvedOfTen`, from the few answers of somebody without an account, in the order in which they were given. Null
 * without an answer.
 */
export function firstLevel(answers: readonly { complexity: number; isCorrect: boolean }[], exam: ExamName): number | null {
  if (answers.length === 0) return null;
  const rating = answers.reduce(
    (student, { complexity, isCorrect }, before) => updateRatings(student, initialRating(complexity), isCorrect, before).student,
    START_RATING,
  );
  return Math.round(OUT_OF * expectedScore(rating, initialRating(complexities[exam])));
}
