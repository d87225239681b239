import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { jobsSchema } from '../../../jobs/send-job.ts';

/** A file that a row names. Resumes are stored without a hash. */
export interface NamedFile {
  key: string;
  sha256: string | null;
}

/** A page of the recorded files of people, and of resumes, in the order of their keys. */
export async function findNamedFiles({ db }: Pick<Context, 'db'>, after: string, count: number): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`
    select key, max(sha256) as sha256 from (
      (select storage_key as key, encode(sha256, 'hex') as sha256 from stored_files
        where status in ('STORED', 'CLEAN') and storage_key > ${after} order by storage_key limit ${count})
      union all
      (select resume_key, null from job_applications where resume_key > ${after} order by resume_key limit ${count})
    ) as named group by key order by key limit ${count}`.execute(db);
  return rows;
}

/** The given keys that some row still names. */
export async function findStillNamed({ db }: Pick<Context, 'db'>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as k(key)
    where exists (select from stored_files f where f.storage_key = k.key and f.status in ('STORED', 'CLEAN'))
      or exists (select from job_applications a where a.resume_key = k.key)`.execute(db);
  return rows.map(({ key }) => key);
}

/** The version of PostgreSQL, the last step of the database, and its present moment. */
export async function findState({ db }: Pick<Context, 'db'>): Promise<{ version: string; last_step: string; now: Date }> {
  const { rows } = await sql<{ version: string; last_step: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now,
      (select max(name) from kysely_migration) as last_step`.execute(db);
  if (!rows[0]) throw new Error('The database answered nothing');
  return rows[0];
}

/** Papers whose sessions a waiting job will mark again, so that their stored scores are still the former ones. */
export async function findPapersToMark({ db }: Pick<Context, 'db'>, job: string): Promise<number[]> {
  const { rows: found } = await sql<{ isThere: boolean }>`select to_regclass(${`${jobsSchema}.job`}) is not null as "isThere"`.execute(db);
  if (!found[0]?.isThere) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct (data->>'paper_id')::bigint as id from ${sql.table(`${jobsSchema}.job`)}
    where name = ${job} and state in ('created', 'retry', 'active', 'failed')`.execute(db);
  return rows.map(({ id }) => id);
}

export interface BackupRow {
  id: string;
  made_at: Date;
  database_bytes: number;
  files: number;
  file_bytes: number;
  proved_at: Date | null;
}

/** Records a backup, or the moment at which it was proved. A database of an earlier version has no such table: returns false. */
export async function writeBackup({ db }: Pick<Context, 'db'>, backup: BackupRow): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('backups') is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return false;
  await db
    .insertInto('backups')
    .values(backup)
    .onConflict((on) => on.column('id').doUpdateSet({ proved_at: backup.proved_at }))
    .execute();
  return true;
}

/** When the newest backup was made, and when the newest proved one was made and proved. */
export async function findNewestBackups({ db }: Pick<Context, 'db'>) {
  const { rows } = await sql<{ made_at: Date | null; proved_made_at: Date | null; proved_at: Date | null }>`
    select (select max(made_at) from backups) as made_at, p.made_at as proved_made_at, p.proved_at
    from (select 1) as one left join lateral
      (select made_at, proved_at from backups where proved_at is not null order by made_at desc limit 1) p on true`.execute(db);
  return rows[0] ?? { made_at: null, proved_made_at: null, proved_at: null };
}
