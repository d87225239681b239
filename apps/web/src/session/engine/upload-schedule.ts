import { isUploadDue, retryWait } from '@abhyas/exam/tests/autosave';
import { changedCount, changedNumericalCount, type SessionState } from '@abhyas/exam/tests/session';

/** Additional delay (ms) of changes after a response that the server is busy. */
const BUSY_FOR_MS = 300_000;

/** Decides when the next upload is sent: by the rules of autosave, after failures with waits of up to a minute. Times are in ms. */
export function createUploadSchedule(monotonic: () => number, random: () => number) {
  let lastUploadAt = monotonic();
  let oldestUnsentAt: number | null = null;
  let attempt = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let busyUntil = Number.NEGATIVE_INFINITY;
  return {
    /** The student changed something. */
    changed: () => {
      oldestUnsentAt ??= monotonic();
    },
    /** Whether an upload is due now. `isWatched`: the server expects heartbeats of this session even without changes. */
    isDue: (state: SessionState, isWatched: boolean) =>
      monotonic() >= notBefore &&
      isUploadDue({
        kind: state.kind,
        changed: changedCount(state),
        changedNumerical: changedNumericalCount(state),
        oldestUnsentAt,
        lastUploadAt,
        now: monotonic(),
        is_test_running: isWatched,
        isServerBusy: monotonic() < busyUntil,
      }),
    /** Whether the wait after a failure is over. */
    mayTry: () => monotonic() >= notBefore,
    hasFailed: () => attempt > 0,
    /** The server has received an upload. */
    arrived: () => {
      lastUploadAt = monotonic();
      attempt = 0;
      notBefore = Number.NEGATIVE_INFINITY;
    },
    /** The server has received every change made until this moment; null means every change made so far. */
    sentUntil: (moment: number | null) => {
      if (oldestUnsentAt !== null) oldestUnsentAt = moment === null ? null : Math.max(oldestUnsentAt, moment);
    },
    failed: (isBusy = false) => {
      notBefore = monotonic() + retryWait(attempt, random);
      attempt += 1;
      if (isBusy) busyUntil = monotonic() + BUSY_FOR_MS;
    },
    /** Allows a try at once, because something suggests that it will succeed. */
    hurry: () => {
      notBefore = Number.NEGATIVE_INFINITY;
    },
    /** The device reports that there is no network: unsent answers wait until it is back. */
    expectNothing: () => {
      attempt = Math.max(attempt, 1);
    },
  };
}
