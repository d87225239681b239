import type { DeviceRecord, DeviceStore } from '../../platform/device-store.ts';
import type { CountedTime } from './counted-time.ts';
import { recordOf } from './device-record.ts';
import type { EngineEnvironment, HeldSession, OpeningOfSession } from './engine-parts.ts';
import type { Phases } from './phases.ts';

/** The session's time is written to the device at least this often, so that a crash loses no more time than this. */
const TIME_WRITE_MS = 5_000;

/**
 * Keeps a session's record on the device. States that follow while a write runs are skipped, except the newest one, which is written next.
 * `onStored` is called when the device stops keeping the record and when it keeps it again.
 */
function createRecordKeeper(store: DeviceStore, recordNow: () => DeviceRecord, onStored: (isStored: boolean) => void) {
  let isStored = true;
  let isStopped = false;
  let isWanted = false;
  let writing: Promise<void> | null = null;

  async function writeWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      const before = isStored;
      isStored = await store.put(recordNow()).then(
        () => true,
        () => false,
      );
      if (isStored !== before) onStored(isStored);
    }
  }

  const whenWritten = () => writing ?? Promise.resolve();
  return {
    isStored: () => isStored,
    write: () => {
      if (isStopped) return;
      isWanted = true;
      writing ??= writeWanted().finally(() => {
        writing = null;
      });
    },
    /** Writes synchronously, for a page that may close or crash before an ordinary write ends. */
    writeAtOnce: () => {
      if (!isStopped) store.putAtOnce(recordNow());
    },
    whenWritten,
    /** Stops writing; settles when the last write has ended. */
    stop: () => {
      isStopped = true;
      return whenWritten();
    },
  };
}

/** Keeps a session on the device: it is written at every change, and while time passes. */
export function createSessionOnDevice(
  { store, monotonic, now, say }: EngineEnvironment,
  { object, absences: noted }: OpeningOfSession,
  held: HeldSession,
  phases: Phases,
  time: CountedTime,
) {
  /** Seconds of the session at which the student left the window and the server could not be reached. */
  const absences = new Set(noted);
  let writtenAt = monotonic();

  function recordNow() {
    writtenAt = monotonic();
    const left = time.left();
    return recordOf(object, held.state, {
      isFinishTest: phases.now() !== 'open',
      timeRemaining: left === null ? null : Math.ceil(left),
      server_time: now(),
      absences: [...absences],
    });
  }

  const keeper = createRecordKeeper(store, recordNow, (isStored) => {
    if (!isStored) say({ kind: 'storage_failed' });
    held.emit();
  });
  return {
    ...keeper,
    absences,
    /** Writes the session's time when the interval has passed. */
    writeTime: () => {
      if (phases.now() === 'open' && monotonic() - writtenAt >= TIME_WRITE_MS) keeper.write();
    },
    /** Stops writing and deletes the session from the device. */
    forget: async () => {
      await keeper.stop();
      await store.delete(object.student_id, held.state.session_id);
    },
  };
}

export type SessionOnDevice = ReturnType<typeof createSessionOnDevice>;
