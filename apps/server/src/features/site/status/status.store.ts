import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { jobsSchema } from '../../../jobs/send-job.ts';

export interface JobFigures {
  name: string;
  state: string;
  count: number;
  oldestSeconds: number;
}

/** Jobs that are due, by name and state. A failed job without data of its own is left out once the same work was done later. */
export async function findJobs({ db, now }: Context): Promise<JobFigures[]> {
  const job = sql.table(`${jobsSchema}.job`);
  const { rows } = await sql<JobFigures>`
    select name, state, count(*) as count, extract(epoch from ${now}::timestamptz - min(created_on))::float8 as "oldestSeconds"
    from ${job} due where state in ('created', 'retry', 'active', 'failed') and start_after <= ${now} and not (
      state = 'failed' and coalesce(data, '{}') = '{}' and exists (
        select from ${job} later where later.name = due.name and later.state = 'completed' and later.completed_on > due.completed_on))
    group by name, state order by name, state`.execute(db);
  return rows;
}

/** Version, size, last step and clock of the database. */
export async function findDatabase({ db }: Context): Promise<{ version: string; bytes: number; step: string; now: Date }> {
  const { rows } = await sql<{ version: string; bytes: number; step: string; now: Date }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select max(name) from kysely_migration) as step, clock_timestamp() as now`.execute(db);
  if (!rows[0]) throw new Error('The database answered nothing');
  return rows[0];
}
