/** An answer sent before the lock may still be on its way: ms after the lock within which it counts. */
export const LOCK_GRACE_MS = 2000;

export interface QuizQuestionTimes {
  /** When the teacher showed it; null before. */
  shown_at: Date | null;
  /** When it locks, or locked; null while nobody has locked it. */
  locks_at: Date | null;
}

/** `locking` counts down to the lock; answers still count. */
export type QuizQuestionState = 'hidden' | 'open' | 'locking' | 'locked';

/** State of a live quiz question at a moment of the server's clock. */
export function quizQuestionState({ shown_at, locks_at }: QuizQuestionTimes, now: Date): QuizQuestionState {
  if (shown_at === null || shown_at > now) return 'hidden';
  if (locks_at === null) return 'open';
  return locks_at > now ? 'locking' : 'locked';
}

/** Whether an answer that reached the server at `now` counts: shown, and not later than two seconds after the lock. */
export function takesQuizAnswer(times: QuizQuestionTimes, now: Date): boolean {
  if (quizQuestionState(times, now) === 'hidden') return false;
  return times.locks_at === null || now.getTime() <= times.locks_at.getTime() + LOCK_GRACE_MS;
}

/** An answer of a student, or none. */
export interface QuizOutcome {
  result: -1 | 0 | 1;
}

/** The report of a quiz over all its shown questions: counts of correct, incorrect and unattempted. */
export function quizReport(outcomes: readonly QuizOutcome[]): { correct: number; incorrect: number; unattempted: number } {
  const count = (result: number): number => outcomes.filter((outcome) => outcome.result === result).length;
  return { correct: count(1), incorrect: count(-1), unattempted: count(0) };
}
