import type { Context } from '../context.ts';

/**
 * Work that must be done whether or not anybody asks. A feature names its jobs in `x.jobs.ts`, `app.ts` lists them. A job may begin again after
 * a server was killed in the middle of it.
 */
interface JobSettings {
  /** Unique among all jobs, and for ever: what waits in the database goes by it. */
  name: string;
  /** How often a server looks for it, in seconds. */
  pollSeconds: number;
  retryLimit?: number;
  /** A server that is killed in the middle of it holds it up for so many seconds. */
  expireSeconds?: number;
}

/** Runs by itself, on one server at a time. Doing it twice must come to the same as doing it once. */
export interface ScheduledJob extends JobSettings {
  /** As a cron expression in UTC. */
  schedule: string;
  work(context: Context): Promise<unknown>;
}

/**
 * Is sent by `sendJob`, with data that JSON holds, within the transaction that needs it: without its commit the job is not there. The work is a
 * transaction too, and the job is done with its commit: exactly once, however many servers there are.
 */
export interface SentJob<Data extends object> extends JobSettings {
  work(context: Context, data: Data): Promise<unknown>;
}

export type Job = ScheduledJob | SentJob<never>;
