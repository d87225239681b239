import { expectedScore, initialRating } from './rating.ts';
import type { SubjectName } from '../bank/subjects.ts';

/** Answers after which a rating says something of a student. */
export const ANSWERS_FOR_LEVEL = 10;
const OUT_OF = 10;

/** Complexity (1-5, a half lies between two levels) of a question of medium difficulty of each exam. */
const complexities = { NEET: 3, 'JEE Main': 3.5 } as const;
export type ExamName = keyof typeof complexities;

/** The exam that a student of a course measures a subject by. */
export function examOf(course: 'MED' | 'ENG' | 'MED_ENG', subject: SubjectName): ExamName {
  return course === 'MED' || subject === 'Biology' ? 'NEET' : 'JEE Main';
}

/** A student's rating in one subject id, with the answers it was moved by. */
export interface RatedSubject {
  rating: number;
  answered: number;
}

/**
 * How many of ten questions of medium difficulty of the exam the student is expected to solve, over ratings that are weighed by their answers;
 * null before there are `ANSWERS_FOR_LEVEL` answers.
 */
export function solvedOfTen(ratings: readonly RatedSubject[], exam: ExamName): number | null {
  const answered = ratings.reduce((sum, rated) => sum + rated.answered, 0);
  if (answered < ANSWERS_FOR_LEVEL) return null;
  const rating = ratings.reduce((sum, rated) => sum + rated.rating * rated.answered, 0) / answered;
  return Math.round(OUT_OF * expectedScore(rating, initialRating(complexities[exam])));
}
