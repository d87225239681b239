/** Rating of a student before the first answer, and of a question of medium complexity. */
export const START_RATING = 1200;

const RATING_PER_LEVEL = 150;
/**
 * The first answers move a student's rating by a large step, which falls to the usual one, so that thirty answers find the level of any
 * student.
 */
const FIRST_STEP = 240;
const STEP_HALVED_AFTER = 8;
const STUDENT_STEP = 32;
const QUESTION_STEP = 16;

/** Rating of a question that nobody has answered, from its complexity 1-5. */
export function initialRating(complexity: number): number {
  return START_RATING + (complexity - 3) * RATING_PER_LEVEL;
}

/** Chance (0-1) that the student answers correctly, by Elo's logistic curve: a difference of 400 points means odds of ten to one. */
export function expectedScore(studentRating: number, questionRating: number): number {
  return 1 / (1 + 10 ** ((questionRating - studentRating) / 400));
}

/**
 * Ratings after a student's first answer to a question. `answered` is the number of the student's earlier first answers in the subject. A
 * question moves half as fast as a student with many answers, because many students answer it.
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
