/** Rating of a student before the first answer; that of a question of medium complexity. */
export const START_RATING = 1200;

const RATING_PER_LEVEL = 150;
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

/** Ratings after a student's first answer to a question; a question moves half as fast, as it meets many students. */
export function updateRatings(studentRating: number, questionRating: number, isCorrect: boolean): { student: number; question: number } {
  const surprise = (isCorrect ? 1 : 0) - expectedScore(studentRating, questionRating);
  return { student: studentRating + STUDENT_STEP * surprise, question: questionRating - QUESTION_STEP * surprise };
}
