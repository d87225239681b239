import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Job, ScheduledJob, SentJob } from './job.ts';
import { executorOf, jobsSchema } from './send-job.ts';

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

const isScheduled = (job: Job): job is ScheduledJob => 'schedule' in job;

async function provideQueue(boss: PgBoss, job: Job): Promise<void> {
  const { name, retryLimit, expireSeconds } = job;
  const queue: PgBoss.Queue = {
    name,
    // What is scheduled runs on one server at a time; what was sent waits for nothing.
    policy: isScheduled(job) ? 'singleton' : 'standard',
    ...(retryLimit === undefined ? {} : { retryLimit, retryDelay: 5 }),
    ...(expireSeconds === undefined ? {} : { expireInSeconds: expireSeconds }),
  };
  await createQueue(boss, queue);
  // One that stands already keeps its settings otherwise.
  await boss.updateQueue(queue.name, queue);
}

export interface Jobs {
  stop(): Promise<void>;
}

interface FetchedJob {
  id: string;
  data: object;
}

/**
 * Does a job that was sent, and notes in the same transaction that it is done. Throws, and leaves nothing behind, when another process has done it
 * meanwhile.
 */
async function workOnce(boss: PgBoss, { name, work }: SentJob<never>, { id, data }: FetchedJob, context: Context): Promise<void> {
  await inTransaction(context, async (within) => {
    await work(within, data as never);
    // Its declaration keeps this result to itself.
    const done = (await boss.complete(name, id, {}, { db: executorOf(within.db) })) as unknown as { affected: number };
    if (done.affected !== 1) throw new Error(`The job ${name} ${id} was done by another process`);
  });
}

/** pg-boss's note that jobs are done or failed: the queue, their ids, and what came of them. */
const isNote = (text: string, values: readonly unknown[] = []) => values.length === 3 && text.includes('completed_on');

const bossOf = (executeSql: PgBoss.Db['executeSql'], options: Partial<PgBoss.ConstructorOptions>) =>
  new PgBoss({ db: { executeSql }, schema: jobsSchema, ...options });

/** Runs the jobs on any of several server processes: pg-boss keeps them in the database. */
export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  contextOf: () => Context,
  onFailure: (error: unknown) => void,
): Promise<Jobs> {
  // pg-boss does not wait for its own note that a job is done: whoever stops it must, before the database closes.
  const underWay = new Set<Promise<unknown>>();
  const executeSql = (text: string, values: unknown[]) => {
    const statement = pool.query(text, values);
    const settled: Promise<boolean> = statement.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    if (!isNote(text, values)) return statement;
    // Nobody hears of a note that fails, which would end the process; the job expires and is tried again.
    return statement.catch((error: unknown) => {
      onFailure(error);
      return { rows: [{ count: '0' }] };
    });
  };
  const boss = bossOf(executeSql, { maintenanceIntervalSeconds, cronMonitorIntervalSeconds });
  boss.on('error', onFailure);
  await boss.start();
  const report = (error: unknown) => {
    onFailure(error);
    throw error;
  };
  for (const job of jobs) {
    const { name, pollSeconds } = job;
    await provideQueue(boss, job);
    await boss.work<object>(name, { pollingIntervalSeconds: pollSeconds }, async ([fetched]) => {
      if (!fetched) return;
      await (isScheduled(job) ? job.work(contextOf()) : workOnce(boss, job, fetched, contextOf())).catch(report);
    });
    if (isScheduled(job)) await boss.schedule(name, job.schedule);
  }
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 5000 });
    await Promise.all(underWay);
  };
  return { stop };
}

/** Work with the jobs of a database where no server may be running: for commands and tests. */
export interface JobQueue {
  /** Does what was sent and waits, and returns how many jobs that were. */
  workOff(contextOf: () => Context): Promise<number>;
}

/** Makes the queues that jobs are sent to. */
export async function openJobQueue(pool: pg.Pool, jobs: readonly Job[]): Promise<JobQueue> {
  const boss = bossOf((text, values) => pool.query(text, values), { supervise: false, schedule: false });
  await boss.start();
  for (const job of jobs) await provideQueue(boss, job);
  await boss.stop({ graceful: false });
  const workOff = async (contextOf: () => Context): Promise<number> => {
    let count = 0;
    for (const job of jobs) {
      while (!isScheduled(job)) {
        const [fetched] = await boss.fetch<object>(job.name);
        if (!fetched) break;
        await workOnce(boss, job, fetched, contextOf()).catch(async (error: unknown) => {
          await boss.fail(job.name, fetched.id, { message: String(error) });
          throw error;
        });
        count += 1;
      }
    }
    return count;
  };
  return { workOff };
}
