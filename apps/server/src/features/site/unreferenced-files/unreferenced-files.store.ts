import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { ListedUpload } from '../../../integrations/storage/storage.ts';

/** An object of the storage, or an upload in parts; the upload id of an object is empty. */
export type Stored = ListedUpload & { bytes: number };

const byKey = (of: readonly Stored[]) => sql`unnest(${of.map(({ key }) => key)}::text[], ${of.map(({ upload_id }) => upload_id)}::text[],
  ${of.map(({ bytes }) => bytes)}::bigint[]) as s(storage_key, upload_id, bytes)`;

/** A row names its key, and until the file is recorded also the key under which it will be stored. */
const isNamed = sql`
  (s.upload_id <> '' and exists (select from stored_files f where f.upload_id = s.upload_id))
  or (s.upload_id = '' and (
    exists (select from stored_files f where f.storage_key = s.storage_key and f.status <> 'REFUSED')
    or (s.storage_key like 'kept/%' and exists (
      select from stored_files f where f.storage_key = substr(s.storage_key, length('kept/') + 1) and f.status = 'EXPECTED'))
    or exists (select from job_applications a where a.resume_key = s.storage_key)))`;

/** The objects of a page of the storage's list that no row of the database names. */
export async function findUnnamed({ db }: Context, page: readonly Stored[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select s.storage_key as key, s.upload_id, s.bytes::float8 as bytes from ${byKey(page)} where not (${isNamed})`.execute(db);
  return rows;
}

/** Records that this pass has seen the objects. */
export async function noteSeen({ db, now }: Context, unnamed: readonly Stored[]): Promise<void> {
  await sql`
    insert into unreferenced_files as u (storage_key, upload_id, bytes, first_seen_at, last_seen_at, passes)
    select s.storage_key, s.upload_id, s.bytes, ${now}, ${now}, 1 from ${byKey(unnamed)}
    on conflict (storage_key, upload_id) do update set bytes = excluded.bytes, last_seen_at = excluded.last_seen_at, passes = u.passes + 1`.execute(
    db,
  );
}

/** Deletes the records of objects that this pass did not find: they were deleted or have a row again. */
export async function forgetUnseen({ db, now }: Context): Promise<void> {
  await db.deleteFrom('unreferenced_files').where('last_seen_at', '<>', now).execute();
}

export async function forgetAll({ db }: Context): Promise<void> {
  await db.deleteFrom('unreferenced_files').execute();
}

export async function forget({ db }: Context, { key, upload_id }: Stored): Promise<void> {
  await db.deleteFrom('unreferenced_files').where('storage_key', '=', key).where('upload_id', '=', upload_id).execute();
}

/** Objects that were first seen before `before`, in more than `passes` passes, oldest first. */
export async function findDue({ db }: Context, before: Date, passes: number, count: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select storage_key as key, upload_id, bytes::float8 as bytes from unreferenced_files
    where first_seen_at <= ${before} and passes > ${passes} order by first_seen_at, storage_key, upload_id limit ${count}`.execute(db);
  return rows;
}

export async function sumUp({ db }: Context): Promise<{ count: number; bytes: number; first_seen_at: Date | null }> {
  const { rows } = await sql<{ count: number; bytes: number; first_seen_at: Date | null }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes, min(first_seen_at) as first_seen_at from unreferenced_files`.execute(
    db,
  );
  return rows[0] ?? { count: 0, bytes: 0, first_seen_at: null };
}

/** The mark that the last pass left in the storage; null before the first pass. */
export async function findMark({ db }: Context): Promise<string | null> {
  return (await db.selectFrom('storage_passes').select('mark').executeTakeFirst())?.mark ?? null;
}

export async function keepMark({ db, now }: Context, mark: string): Promise<void> {
  const row = { mark, ended_at: now };
  await db
    .insertInto('storage_passes')
    .values(row)
    .onConflict((on) => on.column('only_row').doUpdateSet(row))
    .execute();
}
