/** Milliseconds after the lock in which an answer still counts, because it may have been sent before the lock. */
export const LOCK_GRACE_MS = 2000;

export interface QuizQuestionTimes {
  /** When the teacher showed the question; null before. */
  shown_at: Date | null;
  /** When the question locks or locked; null while nobody has locked it. */
  locks_at: Date | null;
}

/** `locking`: the countdown to the lock is running, and answers still count. */
export type QuizQuestionState = 'hidden' | 'open' | 'locking' | 'locked';

/** State of a live quiz question at a time of the server's clock. */
export function quizQuestionState({ shown_at, locks_at }: QuizQuestionTimes, now: Date): QuizQuestionState {
  if (shown_at === null || shown_at > now) return 'hidden';
  if (locks_at === null) return 'open';
  return locks_at > now ? 'locking' : 'locked';
}

/**
 * The time (ms) from which the key of a question may be shown, because answers that arrive later do not count. Infinity while nobody has
 * locked it.
 */
export const quizKeyTime = ({ locks_at }: Pick<QuizQuestionTimes, 'locks_at'>): number =>
  locks_at === null ? Number.POSITIVE_INFINITY : locks_at.getTime() + LOCK_GRACE_MS + 1;

/** A student's answer, or the lack of one. */
export interface QuizOutcome {
  result: -1 | 0 | 1;
}

/** The report of a quiz over all its shown questions: counts of correct, incorrect and unattempted. */
export function quizReport(outcomes: readonly QuizOutcome[]): { correct: number; incorrect: number; unattempted: number } {
  const count = (result: number): number => outcomes.filter((outcome) => outcome.result === result).length;
  return { correct: count(1), incorrect: count(-1), unattempted: count(0) };
}
