import { isLateSkip, isRushedAnswer, type TimedOutcome } from './report.ts';

export const missKinds = ['incorrect', 'rushed', 'late_skip', 'solution_seen'] as const;
export type MissKind = (typeof missKinds)[number];

/** Reasons for a miss that only the student can give, because neither the time nor the key shows them. */
export const missReasons = ['concept', 'calculation', 'misread', 'guess'] as const;
export type MissReason = (typeof missReasons)[number];

/** Why a question is added to the mistake book, by the same thresholds as in reports; null if it is not added. */
export function missKind(answer: TimedOutcome & { is_key_used: boolean }): MissKind | null {
  if (answer.is_key_used) return 'solution_seen';
  if (answer.outcome === -1) return isRushedAnswer(answer) ? 'rushed' : 'incorrect';
  return isLateSkip(answer) ? 'late_skip' : null;
}
