import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DrivenAnswer, LoadAnswer, LoadJob, RawJob, ServerJob } from './load-job.ts';

export interface Load {
  drive<A extends LoadAnswer = LoadAnswer>(job: LoadJob): Promise<A>;
  /** Works on the database directly, or has the measured server do so where it has the database open. */
  driveRaw(job: RawJob, server: ChildProcess): Promise<LoadAnswer>;
  stop(): void;
}

/** Sends a job to a process. Throws when the process ends instead of answering. */
export async function drive<A extends LoadAnswer = LoadAnswer>(child: ChildProcess, job: LoadJob | ServerJob): Promise<A> {
  const ended = new AbortController();
  child.send(job);
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('The process that drives the load has ended');
      }),
    ])) as [A];
    return message;
  } finally {
    ended.abort();
  }
}

/** Starts a process that generates load and finally reports how busy it was: it must not be the bottleneck. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'));
  let seconds = 0;
  let processor = 0;
  return {
    drive: async <A extends LoadAnswer>(job: LoadJob) => {
      const answer = await drive<A & DrivenAnswer>(child, job);
      seconds += answer.seconds;
      processor += answer.processor;
      return answer;
    },
    driveRaw: (job, server) => drive(job.databaseUrl ? child : server, job),
    stop: () => {
      child.kill();
      process.stderr.write(`The load over HTTP took ${((100 * processor) / seconds).toFixed(0)} % of a processor.\n`);
    },
  };
}
