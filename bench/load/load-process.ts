import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadAnswer, LoadJob } from './load-job.ts';

export interface Load {
  /** Calls a second. */
  drive(job: LoadJob): Promise<number>;
  stop(): void;
}

/** Asks a process for a job. Throws when it ends instead of answering. */
export async function drive(child: ChildProcess, job: LoadJob): Promise<number> {
  const ended = new AbortController();
  child.send(job);
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('The process that drives the load has ended');
      }),
    ])) as [LoadAnswer];
    return message.perSecond;
  } finally {
    ended.abort();
  }
}

/** Starts a process that drives load. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  return { drive: (job) => drive(child, job), stop: () => void child.kill() };
}
