import { isLateSkip, isRushedAnswer, type TimedOutcome } from './report.ts';

export const missKinds = ['incorrect', 'rushed', 'late_skip', 'solution_seen'] as const;
export type MissKind = (typeof missKinds)[number];

/** What a student may say of an own miss: what no clock and no key can tell. */
export const missReasons = ['concept', 'calculation', 'misread', 'guess'] as const;
export type MissReason = (typeof missReasons)[number];

/** Why a question comes into the book, by the thresholds of reports; null when it does not. */
export function missKind(answer: TimedOutcome & { is_key_used: boolean }): MissKind | null {
  if (answer.is_key_used) return 'solution_seen';
  if (answer.outcome === -1) return isRushedAnswer(answer) ? 'rushed' : 'incorrect';
  return isLateSkip(answer) ? 'late_skip' : null;
}
