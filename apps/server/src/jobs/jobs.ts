import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Context } from '../database/transaction.ts';
import { forgetExpired } from '../features/identity/identity.ts';
import { endDueTests } from '../features/sessions/sessions.ts';

const endTests = 'end-due-tests';
const clean = 'forget-expired';
const pollingIntervalSeconds = 2;
/** A server that is killed in the middle of the job holds everybody else up for so long, and until the next look. */
const expireInSeconds = 60;
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

/**
 * Work that must be done whether or not anybody asks, on any of several server processes: pg-boss keeps it in the database. A job each minute
 * ends all tests that are over, each once, because a session is locked while it is ended.
 */
export async function startJobs(pool: pg.Pool, contextOf: () => Context, onFailure: (error: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    maintenanceIntervalSeconds,
    cronMonitorIntervalSeconds,
  });
  boss.on('error', onFailure);
  await boss.start();
  await provideQueue(boss, { name: endTests, policy: 'singleton', retryLimit: 10, retryDelay: 5, expireInSeconds });
  await provideQueue(boss, { name: clean, policy: 'singleton' });
  await boss.work(endTests, { pollingIntervalSeconds }, async () => void (await endDueTests(contextOf())));
  await boss.work(clean, { pollingIntervalSeconds: 60 }, () => forgetExpired(contextOf()));
  await boss.schedule(endTests, '* * * * *');
  await boss.schedule(clean, '17 */6 * * *');
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
