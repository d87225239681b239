/** Rating of a student before the first answer; that of a question of medium complexity. */
export const START_RATING = 1200;

const RATING_PER_LEVEL = 150;
/** A student's step is large at first and falls to the usual one, so that thirty answers find the level of whoever is far from the start. */
const FIRST_STEP = 240;
const STEP_HALVED_AFTER = 8;
const STUDENT_STEP = 32;
const QUESTION_STEP = 16;

/** Rating of a question nobody has answered, from its complexity 1-5. */
export function initialRating(complexity: number): number {
  return START_RATING + (complexity - 3) * RATING_PER_LEVEL;
}

/** Chance (0-1) that the student answers right, by Elo's logistic curve with 400 points to a factor of ten. */
export function expectedScore(studentRating: number, questionRating: number): number {
  return 1 / (1 + 10 ** ((questionRating - studentRating) / 400));
}

/**
 * Ratings after a student's first answer to a question. `answered`: how many first answers of the student in the subject moved the rating before.
 * A question moves half as fast as a settled student, as it meets many.
 */
export function updateRatings(
  studentRating: number,
  questionRating: number,
  isCorrect: boolean,
  answered: number,
): { student: number; question: number } {
  const surprise = (isCorrect ? 1 : 0) - expectedScore(studentRating, questionRating);
  const step = Math.max(STUDENT_STEP, FIRST_STEP / (1 + answered / STEP_HALVED_AFTER));
  return { student: studentRating + step * surprise, question: questionRating - QUESTION_STEP * surprise };
}
