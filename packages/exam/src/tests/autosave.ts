const UNSENT_FOR_MS = 10_000;
const UNSENT_FOR_WHEN_BUSY_MS = 30_000;
const HEARTBEAT_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Changed questions that set off an upload: 15 in a test, 5 in practice and for numerical entries. */
export function uploadThreshold(kind: 'train' | 'test', hasNumerical: boolean): 15 | 5 {
  return kind === 'test' && !hasNumerical ? 15 : 5;
}

export interface UploadSituation {
  kind: 'train' | 'test';
  /** Questions whose answer or mark changed and is not yet sent. */
  changed: number;
  /** Those among them that are numerical. */
  changedNumerical: number;
  /** Moments in ms. */
  oldestUnsentAt: number | null;
  lastUploadAt: number | null;
  now: number;
  is_test_running: boolean;
  isServerBusy: boolean;
}

/**
 * Whether an upload should go out now: a threshold is reached, a change has waited 10 s (30 s when the server says that it is busy), or a
 * running test was silent for 60 s.
 */
export function isUploadDue(situation: UploadSituation): boolean {
  const { kind, changed, changedNumerical, oldestUnsentAt, lastUploadAt, now, is_test_running, isServerBusy } = situation;
  if (changed >= uploadThreshold(kind, false) || changedNumerical >= uploadThreshold(kind, true)) return true;
  const longest = isServerBusy ? UNSENT_FOR_WHEN_BUSY_MS : UNSENT_FOR_MS;
  if (oldestUnsentAt !== null && now - oldestUnsentAt >= longest) return true;
  return is_test_running && (lastUploadAt === null || now - lastUploadAt >= HEARTBEAT_MS);
}

/** Milliseconds to wait before try number `attempt` (from 0) is repeated: doubling to 60 s, of which up to half is left to chance. */
export function retryWait(attempt: number, random: () => number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 30));
  return Math.round(longest * (0.5 + random() / 2));
}

/** Whether a failed upload is tried again as it is: no answer at all (null), 408, 429 and 5xx. Anything else is a refusal. */
export function isRetryable(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}
