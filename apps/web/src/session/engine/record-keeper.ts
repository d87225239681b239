import type { DeviceRecord, DeviceStore } from '../../platform/device-store.ts';

/**
 * Keeps a session's record on the device. What changes while it is being written is written next, what lies between is not. `onStored` is told
 * when the device stops keeping it, and when it does again.
 */
export function createRecordKeeper(store: DeviceStore, recordNow: () => DeviceRecord, onStored: (isStored: boolean) => void) {
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
    /** For a page that may be gone before a write of the usual kind ends. */
    writeAtOnce: () => {
      if (!isStopped) store.putAtOnce(recordNow());
    },
    whenWritten,
    /** Writes nothing more; settles once nothing is being written. */
    stop: () => {
      isStopped = true;
      return whenWritten();
    },
  };
}
