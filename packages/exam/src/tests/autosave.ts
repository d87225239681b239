const UNSENT_FOR_MS = 10_000;
const UNSENT_FOR_WHEN_BUSY_MS = 30_000;
const HEARTBEAT_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Number of changed questions at which an upload begins: 15 in a test, 5 in practice and for numerical entries. */
export function uploadThreshold(kind: 'train' | 'test', hasNumerical: boolean): 15 | 5 {
  return kind === 'test' && !hasNumerical ? 15 : 5;
}

export interface UploadSituation {
  kind: 'train' | 'test';
  /** Number of questions with an unsent change of answer or mark. */
  changed: number;
  /** Number of these questions that are numerical. */
  changedNumerical: number;
  /** Time (ms) of the oldest unsent change; null without one. All times here are in ms. */
  oldestUnsentAt: number | null;
  lastUploadAt: number | null;
  now: number;
  is_test_running: boolean;
  isServerBusy: boolean;
}

/**
 * Whether an upload is due now: a threshold is reached, a change has waited 10 s (30 s when the server is busy), or a running test has sent
 * nothing for 60 s.
 */
export function isUploadDue(situation: UploadSituation): boolean {
  const { kind, changed, changedNumerical, oldestUnsentAt, lastUploadAt, now, is_test_running, isServerBusy } = situation;
  if (changed >= uploadThreshold(kind, false) || changedNumerical >= uploadThreshold(kind, true)) return true;
  const longest = isServerBusy ? UNSENT_FOR_WHEN_BUSY_MS : UNSENT_FOR_MS;
  if (oldestUnsentAt !== null && now - oldestUnsentAt >= longest) return true;
  return is_test_running && (lastUploadAt === null || now - lastUploadAt >= HEARTBEAT_MS);
}

/**
 * Milliseconds to wait after try number `attempt` (from 0) has failed. The wait doubles with each try up to 60 s; up to half of it is
 * random.
 */
export function retryWait(attempt: number, random: () => number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 30));
  return Math.round(longest * (0.5 + random() / 2));
}

/** Whether a failed upload is repeated unchanged: after no response (null), 408, 429 and 5xx. Any other status is a refusal. */
export function isRetryable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}
