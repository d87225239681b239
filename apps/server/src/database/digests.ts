import { sql } from 'kysely';
import type { Database } from './open.ts';

/** The content of a table: the number of its rows, and a digest that changes with any value of any row, but not with their order. */
export interface TableDigest {
  rows: number;
  digest: string;
}

/** A digest by the name of each table; tables outside the schema `public` are named with their schema. */
export type Digests = Record<string, TableDigest>;

export interface TableName {
  schema: string;
  name: string;
}

/** Every table that holds rows of Abhyas or of its jobs. A partitioned table stands for its partitions. */
export async function findTables(db: Database): Promise<TableName[]> {
  const { rows } = await sql<TableName>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
    order by n.nspname <> 'public', n.nspname, c.relname`.execute(db);
  return rows;
}

/** Settings that decide how PostgreSQL writes a value as text, until the transaction ends. */
export const fixTextOfValues = (db: Database) =>
  sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`.execute(db);

/**
 * Digests of all tables, read table by table: the database adds up two hashes of each row, so a table of any size takes little memory. The
 * caller has begun a transaction, so that all tables are of one moment.
 */
export async function digestsOf(db: Database): Promise<Digests> {
  await fixTextOfValues(db);
  const digests: Digests = {};
  for (const { schema, name } of await findTables(db)) {
    const { rows } = await sql<TableDigest>`
      select count(*) as rows, md5(concat(sum(hashtextextended(whole_row::text, 0)), ' ', sum(hashtextextended(whole_row::text, 1)))) as digest
      from ${sql.table(`${schema}.${name}`)} as whole_row`.execute(db);
    if (rows[0]) digests[schema === 'public' ? name : `${schema}.${name}`] = rows[0];
  }
  return digests;
}

/** A sentence for each table that differs between what was expected and what was found. */
export function differencesOf(expected: Digests, found: Digests): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    const [before, after] = [expected[name], found[name]];
    if (!before) return [`The table ${name} is not expected.`];
    if (!after) return [`The table ${name} is missing.`];
    if (before.rows !== after.rows) return [`The table ${name} has ${after.rows} rows instead of ${before.rows}.`];
    return before.digest === after.digest ? [] : [`The table ${name} has the right number of rows, ${before.rows}, but other values.`];
  });
}
