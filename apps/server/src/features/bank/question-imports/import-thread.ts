import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import { startThread } from '../../../threads/thread.ts';
import type { ImportAnswer, ImportRequest } from './import-worker.ts';

/** Memory of the thread, with which the server's own stays within 400 MB more. */
const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 24 };
const mostStartMs = 60_000;

type Message = { isReady: true } | { answered: ImportAnswer } | { code: ProblemCode; words: string };

const tooMuch = () =>
  new Problem('not_possible', 'This file takes too much memory or time to read. Split it into smaller files, and save pictures smaller.');

interface ImportThread {
  /** Answers a request. Throws the Problem of the thread, and `not_possible` if it takes too long; the thread has then ended. */
  ask(request: ImportRequest, mostMs: number): Promise<ImportAnswer>;
  close(): Promise<void>;
}

/** Starts a thread that reads untrusted files and typesets their formulas, one request after the other. */
async function startImportThread(): Promise<ImportThread> {
  const worker = startThread(new URL('./import-worker.ts', import.meta.url), resourceLimits);
  // Without a listener an error between two requests would end the process.
  worker.on('error', () => undefined);
  /** Resolves with the next message of the thread. */
  const next = (mostMs: number): Promise<Message> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        settle();
      };
      const onMessage = (message: Message) => end(() => resolve(message));
      const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const onError = (error: Error) => end(() => reject(isOutOfMemory(error) || error instanceof RangeError ? tooMuch() : error));
      const onExit = () => end(() => reject(tooMuch()));
      const timer = setTimeout(() => end(() => void worker.terminate().then(() => reject(tooMuch()), reject)), mostMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  await next(mostStartMs);
  return {
    ask: async (request, mostMs) => {
      const answer = next(mostMs);
      worker.postMessage(request);
      const message = await answer;
      if ('answered' in message) return message.answered;
      if ('code' in message) throw new Problem(message.code, message.words);
      throw new Error('The thread of an import began twice');
    },
    close: async () => void (await worker.terminate()),
  };
}

/** The thread of one import after the other. It is started when it is needed, and again after it was dropped. */
export class ImportThreads {
  #current: ImportThread | null = null;

  async ask(request: ImportRequest, mostMs: number): Promise<ImportAnswer> {
    this.#current ??= await startImportThread();
    return this.#current.ask(request, mostMs);
  }

  /** Ends the thread, with the memory that it has taken. */
  async drop(): Promise<void> {
    const thread = this.#current;
    this.#current = null;
    await thread?.close();
  }
}
