import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/open.ts';
import type { Context } from '../context.ts';
import type { SentJob } from './job.ts';

/** The schema of pg-boss's own tables. */
export const jobsSchema = 'jobs';

/** Runs the statements of pg-boss on the connection of a transaction. */
export const executorOf = (db: Database): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** Only builds statements: it is never started and has no connection. */
const statements = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('A job is sent within a context')) },
  schema: jobsSchema,
  supervise: false,
  schedule: false,
});

/** Sends a job with its data. The job runs once the context's transaction is committed, and never after a rollback. */
export async function sendJob<Data extends object>({ db }: Context, job: SentJob<Data>, data: Data): Promise<void> {
  const id = await statements.send(job.name, data, { db: executorOf(db) });
  if (id === null) throw new Error(`There is no queue of jobs named ${job.name}`);
}

/** Runs a scheduled job before its time, once the context's transaction is committed. Nothing happens while no server runs the job. */
export async function wakeJob({ db }: Context, name: string): Promise<void> {
  // Before the first server of an installation has started its jobs, there are no queues.
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${`${jobsSchema}.queue`}) is not null as exists`.execute(db);
  if (rows[0]?.exists) await statements.send(name, {}, { db: executorOf(db) });
}
