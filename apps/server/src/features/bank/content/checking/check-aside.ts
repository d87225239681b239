import { relative } from 'node:path';
import { startThread } from '../../../../threads/thread.ts';
import type { CheckedFile } from './checked-file.ts';

/** A function that checks a single file, in this thread or another one. */
export type CheckFile = (file: string, root: string) => CheckedFile | Promise<CheckedFile>;

/** Memory limit of the thread: more than a file of 2 MB needs. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 };

/**
 * Checks files in a separate thread, because typesetting occupies a processor and the server must answer calls meanwhile. The thread ends
 * with the work.
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
          const fail = (why: string) => end(() => reject(new Error(`${relative(root, file)} cannot be checked: ${why}`)));
          const onError = (error: unknown) => fail(error instanceof Error ? error.message : String(error));
          const onExit = () => fail('The thread that checks files has stopped.');
          worker.on('message', onMessage).on('error', onError).on('exit', onExit);
          worker.postMessage({ file, root });
        }),
    );
  } finally {
    await worker.terminate();
  }
}
