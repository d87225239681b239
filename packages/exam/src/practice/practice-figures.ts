import { wholePercent } from '../institute/percent.ts';

/** Counts of one student in a chapter or topic. Each question counts with its latest verified answer. */
export interface PracticeCounts {
  question_count: number;
  /** Distinct verified questions. */
  verified: number;
  correct: number;
  incorrect: number;
  /** Seconds spent on the attempted questions. */
  seconds: number;
}

export interface PracticeFigures {
  progress: number;
  accuracy: number | null;
  incorrect: number;
  avg_speed: number | null;
}

/**
 * Figures of a chapter card: progress = verified / all and accuracy = correct / attempted in whole percent, incorrect as a count, speed as
 * mean seconds per attempted question. Accuracy and speed are null without an attempted question.
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
