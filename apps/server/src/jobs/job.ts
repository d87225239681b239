import type { Context } from '../context.ts';

/**
 * Work that must be done whether or not anybody asks. A feature names its jobs in `x.jobs.ts`, `app.ts` lists them. A job may run again after
 * a server was killed in the middle of it: doing it twice must come to the same as doing it once.
 */
export interface Job {
  /** Unique among all jobs, and for ever: what waits in the database goes by it. */
  name: string;
  /** When it runs by itself, as a cron expression in UTC. */
  schedule: string;
  /** How often a server looks for it, in seconds. */
  pollSeconds: number;
  retryLimit?: number;
  /** A server that is killed in the middle of it holds it up for so many seconds. */
  expireSeconds?: number;
  work(context: Context): Promise<unknown>;
}
