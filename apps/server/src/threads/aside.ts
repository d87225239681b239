// Contents: the side of the server · the side of the thread
import { parentPort, type ResourceLimits, workerData } from 'node:worker_threads';
import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import { startThread } from './thread.ts';

type Message<O> = { answer: O } | { code: ProblemCode; words: string };

export interface AsideLimits {
  memory: ResourceLimits;
  /** Milliseconds that one piece of work may take, the start of its thread included. */
  mostMs: number;
  /** Pieces of work that may wait for the one under way; more are refused as `busy`. */
  mostWaiting: number;
  /** What the caller reads where memory or time was not enough. */
  words: string;
}

/** What no input should bring about, but some do: out of memory, out of stack, a text too long for the engine. */
const isTooMuch = (error: unknown) =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');

/** One piece of work in a thread of its own, whose end is an answer, a refusal or a defect, and never the end of the process. */
function workOnce<I, O>(source: URL, input: I, { memory, mostMs, words }: AsideLimits): Promise<O> {
  const tooMuch = () => new Problem('not_possible', words);
  const worker = startThread(source, memory, input);
  return new Promise<O>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooMuch()), mostMs);
    worker.once('message', (message: Message<O>) => {
      if ('answer' in message) resolve(message.answer);
      else reject(new Problem(message.code, message.words));
    });
    worker.once('error', (error) => reject(isTooMuch(error) ? tooMuch() : error));
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(tooMuch());
    });
  }).finally(() => worker.terminate());
}

/**
 * Does what strangers' files ask for beside the event loop, one piece at a time: each in a new thread with bounded memory and time, which runs
 * `source`. Throws the Problem that the thread throws, `not_possible` where it takes too much, and `busy` where too many wait.
 */
export function openAside<I, O>(source: URL, limits: AsideLimits): (input: I) => Promise<O> {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return async (input) => {
    if (open > limits.mostWaiting) throw new Problem('busy');
    open += 1;
    const work = last.then(() => workOnce<I, O>(source, input, limits));
    last = work.catch(() => undefined);
    return work.finally(() => {
      open -= 1;
    });
  };
}

/** In the thread: answers the piece of work that it was started for. */
export async function answerAside<I, O>(work: (input: I) => O | Promise<O>): Promise<void> {
  try {
    parentPort?.postMessage({ answer: await work(workerData as I) } satisfies Message<O>);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parentPort?.postMessage({ code: error.code, words: error.message } satisfies Message<O>);
  }
}
