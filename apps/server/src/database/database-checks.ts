import { sql } from 'kysely';
import type { Database } from './open.ts';

/** The oldest version of PostgreSQL that the migrations run on: they use `nulls not distinct`, which came with it. */
export const oldestPostgres = 15;

/** The version of the database server: the text that it reports, and its main number. */
export async function findServerVersion(db: Database): Promise<{ words: string; main: number }> {
  const { rows } = await sql<{ words: string; number: number }>`
    select current_setting('server_version') as words, current_setting('server_version_num')::int as number`.execute(db);
  const [{ words, number } = { words: 'unknown', number: 0 }] = rows;
  return { words, main: Math.floor(number / 10_000) };
}

/** Names of indexes that the database does not use, because their creation was interrupted. */
export async function findInvalidIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not (i.indisvalid and i.indisready) and c.relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
