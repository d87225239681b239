// Contents: the server's side · the thread's side
import { parentPort, type ResourceLimits, workerData } from 'node:worker_threads';
import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import { startThread } from './thread.ts';
import { openTurns } from './turns.ts';

type Message<O> = { begins: true } | { answer: O } | { code: ProblemCode; words: string };

/** Milliseconds for the start of a thread, which a busy machine may delay. No input has been read by then. */
const mostStartMs = 60_000;

export interface AsideLimits {
  memory: ResourceLimits;
  /** Milliseconds for one piece of work, once its thread has started. */
  mostMs: number;
  /** Pieces of work that may wait for the running one; further ones are refused as `busy`. */
  mostWaiting: number;
  /** The sentence for the caller when memory or time is not enough. */
  words: string;
}

/** Faults that some inputs cause: out of memory, out of stack, a text too long for the engine. */
const isTooMuch = (error: unknown) =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');

/** Runs one piece of work in its own thread. It ends with an answer, a refusal or a defect, and never ends the process. */
function workOnce<I, O>(source: URL, input: I, { memory, mostMs, words }: AsideLimits): Promise<O> {
  const tooMuch = () => new Problem('not_possible', words);
  const worker = startThread(source, memory, input);
  return new Promise<O>((resolve, reject) => {
    const stopAfter = (ms: number) => setTimeout(() => reject(tooMuch()), ms);
    let timer = stopAfter(mostStartMs);
    worker.on('message', (message: Message<O>) => {
      if ('begins' in message) {
        clearTimeout(timer);
        timer = stopAfter(mostMs);
      } else if ('answer' in message) resolve(message.answer);
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
 * Reads untrusted files outside the event loop, one at a time: each in a new thread with limited memory and time, which runs `source`.
 * Throws the Problem that the thread throws, `not_possible` if it takes too much, and `busy` if too many wait.
 */
export function openAside<I, O>(source: URL, limits: AsideLimits): (input: I) => Promise<O> {
  const inTurn = openTurns(limits.mostWaiting);
  return (input) => inTurn(() => workOnce<I, O>(source, input, limits));
}

/** Runs in the thread: answers the piece of work for which it was started. */
export async function answerAside<I, O>(work: (input: I) => O | Promise<O>): Promise<void> {
  parentPort?.postMessage({ begins: true } satisfies Message<O>);
  try {
    parentPort?.postMessage({ answer: await work(workerData as I) } satisfies Message<O>);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parentPort?.postMessage({ code: error.code, words: error.message } satisfies Message<O>);
  }
}
