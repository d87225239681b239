import type { Context } from '../context.ts';

/**
 * Work that must be done even if no call asks for it. A feature names its jobs in `x.jobs.ts`, `app.ts` lists them. A job may start again
 * after a server was killed while running it.
 */
interface JobSettings {
  /** Unique among all jobs for ever, because waiting jobs are stored under it. */
  name: string;
  /** How often a server checks for this job, in seconds. */
  pollSeconds: number;
  retryLimit?: number;
  /** Seconds from a failure to the next try. Default: 5. */
  retrySeconds?: number;
  /** If a server is killed while running the job, the job is blocked for these seconds. */
  expireSeconds?: number;
}

/** Runs by schedule, on one server at a time. Running it twice must give the same result as once. */
export interface ScheduledJob extends JobSettings {
  /** A cron expression in UTC. */
  schedule: string;
  /** Whether several servers may run it at once, because its rows say who works on them. Then a killed server blocks nobody. */
  isShared?: boolean;
  work(context: Context): Promise<unknown>;
}

/**
 * Sent by `sendJob`, with data that JSON can hold, in the transaction that needs it: a rollback also removes the job. The work is a
 * transaction too, whose commit completes the job: exactly once, with any number of servers.
 */
export interface SentJob<Data extends object> extends JobSettings {
  work(context: Context, data: Data): Promise<unknown>;
}

export type Job = ScheduledJob | SentJob<never>;
