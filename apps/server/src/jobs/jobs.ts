import PgBoss from 'pg-boss';
import type pg from 'pg';
import type { Context } from '../context.ts';
import { statementOf } from '../database/prepared.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Job, ScheduledJob, SentJob } from './job.ts';
import { executorOf, jobsSchema } from './send-job.ts';

const maintenanceIntervalSeconds = 30;
/** How often a server checks whether a new minute has begun; twice a minute would sometimes miss one. */
const cronMonitorIntervalSeconds = 5;
const deadlockDetected = '40P01';

/** If several servers create the queues of a new database at once, one may be the victim of a deadlock several times. */
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
  const { name, retryLimit, retrySeconds = 5, expireSeconds } = job;
  const queue: PgBoss.Queue = {
    name,
    // Scheduled jobs run on one server at a time, unless they are shared; sent jobs may run in parallel.
    policy: isScheduled(job) && !job.isShared ? 'singleton' : 'standard',
    ...(retryLimit === undefined ? {} : { retryLimit, retryDelay: retrySeconds }),
    ...(expireSeconds === undefined ? {} : { expireInSeconds: expireSeconds }),
  };
  await createQueue(boss, queue);
  // An existing queue would otherwise keep its settings.
  await boss.updateQueue(queue.name, queue);
}

export interface Jobs {
  /** While paused, no job is begun; jobs under way are completed. */
  setPaused(isPaused: boolean): Promise<void>;
  stop(): Promise<void>;
}

interface FetchedJob {
  id: string;
  data: object;
}

/**
 * Runs a sent job, and records its completion in the same transaction. Throws, without a change, if another process has completed it
 * meanwhile.
 */
async function workOnce(boss: PgBoss, { name, work }: SentJob<never>, { id, data }: FetchedJob, context: Context): Promise<void> {
  await inTransaction(context, async (within) => {
    await work(within, data as never);
    // The declared type of `complete` leaves out its result.
    const done = (await boss.complete(name, id, {}, { db: executorOf(within.db) })) as unknown as { affected: number };
    if (done.affected !== 1) throw new Error(`The job ${name} ${id} was done by another process`);
  });
}

/** Whether a statement of pg-boss completes or fails jobs: it has the queue, the job ids and their results. */
const isNote = (text: string, values: readonly unknown[] = []) => values.length === 3 && text.includes('completed_on');

/** Two servers start on a new database: pg-boss handles "already exists", but PostgreSQL may report the index of schema names instead. */
const isSchemaRace = (error: unknown) => (error as { constraint?: string }).constraint === 'pg_namespace_nspname_index';

function bossOf(executeSql: PgBoss.Db['executeSql'], options: Partial<PgBoss.ConstructorOptions>): PgBoss {
  const execute: PgBoss.Db['executeSql'] = (text, values) =>
    executeSql(text, values).catch((error: unknown) => {
      if (!isSchemaRace(error)) throw error;
      return executeSql(text, values);
    });
  return new PgBoss({ db: { executeSql: execute }, schema: jobsSchema, ...options });
}

/** Runs the jobs in one of several server processes: pg-boss stores them in the database. */
export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  contextOf: () => Context,
  onFailure: (error: unknown) => void,
  /** Checked before each job, because a process with a wrong clock must not run it. */
  isClockRight: () => Promise<boolean> = async () => true,
): Promise<Jobs> {
  // pg-boss does not await the statement that completes a job. Stopping must await it before the database closes.
  const underWay = new Set<Promise<unknown>>();
  const executeSql = (text: string, values: unknown[]) => {
    // Each queue repeats its statement every few seconds. Planning it, for the tables of all queues, takes far longer than running it.
    const statement = pool.query(statementOf(text, values));
    const settled: Promise<boolean> = statement.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    if (!isNote(text, values)) return statement;
    // pg-boss does not handle a failure of this statement, which would end the process. The job expires and is tried again.
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
  const take = async (job: Job) => {
    await boss.work<object>(job.name, { pollingIntervalSeconds: job.pollSeconds }, async ([fetched]) => {
      if (!fetched) return;
      // A process with the right clock tries the job again.
      if (!(await isClockRight())) throw new Error(`The job ${job.name} is left to a process whose clock is right`);
      await (isScheduled(job) ? job.work(contextOf()) : workOnce(boss, job, fetched, contextOf())).catch(report);
    });
  };
  for (const job of jobs) {
    await provideQueue(boss, job);
    await take(job);
    if (isScheduled(job)) await boss.schedule(job.name, job.schedule);
  }
  let isPaused = false;
  const setPaused = async (toPaused: boolean) => {
    if (toPaused === isPaused) return;
    isPaused = toPaused;
    for (const job of jobs) await (toPaused ? boss.offWork(job.name) : take(job));
  };
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 5000 });
    await Promise.all(underWay);
  };
  return { setPaused, stop };
}

/** Jobs of a database where no server may be running, for commands and tests. */
export interface JobQueue {
  /** Runs the waiting sent jobs, and returns their number. */
  workOff(contextOf: () => Context): Promise<number>;
}

/** Creates the queues to which jobs are sent. */
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
