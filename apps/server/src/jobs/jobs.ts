import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Context } from '../context.ts';
import type { Job } from './job.ts';

const maintenanceIntervalSeconds = 30;
/** How often somebody looks whether a new minute has begun; looking twice a minute would miss one now and then. */
const cronMonitorIntervalSeconds = 5;
const deadlockDetected = '40P01';

/** Of servers that make the queues of a new database at once, one may be told to give way more than once. */
const mostTries = 10;

async function createQueue(boss: PgBoss, queue: PgBoss.Queue, tries = 1): Promise<void> {
  try {
    await boss.createQueue(queue.name, queue);
  } catch (error) {
    if ((error as { code?: unknown }).code !== deadlockDetected || tries === mostTries) throw error;
    await createQueue(boss, queue, tries + 1);
  }
}

async function provideQueue(boss: PgBoss, queue: PgBoss.Queue): Promise<void> {
  await createQueue(boss, queue);
  // One that stands already keeps its settings otherwise.
  await boss.updateQueue(queue.name, queue);
}

export interface Jobs {
  stop(): Promise<void>;
}

/** Runs the jobs on any of several server processes: pg-boss keeps them in the database, each once at a time. */
export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  contextOf: () => Context,
  onFailure: (error: unknown) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    maintenanceIntervalSeconds,
    cronMonitorIntervalSeconds,
  });
  boss.on('error', onFailure);
  await boss.start();
  for (const { name, schedule, pollSeconds, retryLimit, expireSeconds, work } of jobs) {
    const retries = retryLimit === undefined ? {} : { retryLimit, retryDelay: 5 };
    const expiry = expireSeconds === undefined ? {} : { expireInSeconds: expireSeconds };
    await provideQueue(boss, { name, policy: 'singleton', ...retries, ...expiry });
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => void (await work(contextOf())));
    await boss.schedule(name, schedule);
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
