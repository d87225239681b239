import { startThread } from '../../../threads/thread.ts';
import type { CheckedFile } from './checked-file.ts';

/** Checks a file by itself, wherever that is done. */
export type CheckFile = (file: string, root: string) => CheckedFile | Promise<CheckedFile>;

/** What a file of 2 MB takes at most, with room. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };

/**
 * Checks files in a thread of its own, so that a server answers its calls meanwhile: typesetting takes a processor for itself. Ends the
 * thread when the work is done.
 */
export async function withCheckAside<T>(work: (check: CheckFile) => Promise<T>): Promise<T> {
  const worker = startThread(new URL('./check-worker.ts', import.meta.url), resourceLimits);
  try {
    return await work(
      (file, root) =>
        new Promise<CheckedFile>((resolve, reject) => {
          const end = (settle: () => void) => {
            worker.off('message', onMessage).off('error', onError).off('exit', onExit);
            settle();
          };
          const onMessage = (checked: CheckedFile) => end(() => resolve(checked));
          const onError = (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error))));
          const onExit = () => end(() => reject(new Error('The thread that checks files has stopped.')));
          worker.on('message', onMessage).on('error', onError).on('exit', onExit);
          worker.postMessage({ file, root });
        }),
    );
  } finally {
    await worker.terminate();
  }
}
