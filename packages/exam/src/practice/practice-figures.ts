import { wholePercent } from '../institute/percent.ts';

/** Counts over a chapter or topic, for one student; each question by its latest verified answer. */
export interface PracticeCounts {
  question_count: number;
  /** Distinct questions verified. */
  verified: number;
  correct: number;
  incorrect: number;
  /** Spent on the attempted questions. */
  seconds: number;
}

export interface PracticeFigures {
  progress: number;
  accuracy: number | null;
  incorrect: number;
  avg_speed: number | null;
}

/**
 * Figures of a chapter card: progress = verified / all and accuracy = correct / attempted in whole percent, incorrect as a count, speed as mean
 * seconds per attempted question. Null where nothing was attempted.
 */
export function practiceFigures({ question_count, verified, correct, incorrect, seconds }: PracticeCounts): PracticeFigures {
  const attempted = correct + incorrect;
  return {
    progress: wholePercent(verified, question_count) ?? 0,
    accuracy: wholePercent(correct, attempted),
    incorrect,
    avg_speed: attempted > 0 ? Math.round(seconds / attempted) : null,
  };
}
