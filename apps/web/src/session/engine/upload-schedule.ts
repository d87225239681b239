import { isUploadDue, retryWait } from '@abhyas/exam/tests/autosave';
import { changedCount, changedNumericalCount, type SessionState } from '@abhyas/exam/tests/session';

/** For so long after the server has said that it is busy, changes wait longer. */
const BUSY_FOR_MS = 300_000;

/** When the next upload goes out: by the rules of autosave, after failures by waits that grow to a minute. Times are in ms. */
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
    /** Whether something is to go out now. `isWatched`: the server is to hear of this session also when nothing changes. */
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
    /** Whether a wait after a failure is over. */
    mayTry: () => monotonic() >= notBefore,
    hasFailed: () => attempt > 0,
    /** One upload has arrived. */
    arrived: () => {
      lastUploadAt = monotonic();
      attempt = 0;
      notBefore = Number.NEGATIVE_INFINITY;
    },
    /** Everything that was changed until a moment has arrived; null: whatever was changed. */
    sentUntil: (moment: number | null) => {
      if (oldestUnsentAt !== null) oldestUnsentAt = moment === null ? null : Math.max(oldestUnsentAt, moment);
    },
    failed: (isBusy = false) => {
      notBefore = monotonic() + retryWait(attempt, random);
      attempt += 1;
      if (isBusy) busyUntil = monotonic() + BUSY_FOR_MS;
    },
    /** Something says that a try is worth while at once. */
    hurry: () => {
      notBefore = Number.NEGATIVE_INFINITY;
    },
    /** The device says that there is no network: what is unsent waits for it. */
    expectNothing: () => {
      attempt = Math.max(attempt, 1);
    },
  };
}
