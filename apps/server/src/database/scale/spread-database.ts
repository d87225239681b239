import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

type Database = Kysely<Tables>;

/** Databases that Citus has spread. A transaction shares the adapter of its database. */
const spreadAdapters = new WeakSet<object>();

export const noteSpread = (db: Database): void => void spreadAdapters.add(db.getExecutor().adapter);

/** Whether Citus has spread the database over several machines. */
export const isSpread = (db: Database): boolean => spreadAdapters.has(db.getExecutor().adapter);

/**
 * Runs a statement that locks or changes rows of several students: once for all items on one database, once for the items of each shard on a
 * spread one, in the order of shards, so that two callers never wait for each other. Returns the rows of all.
 */
export async function inPlaces<Item, Row>(
  db: Database,
  items: readonly Item[],
  studentOf: (item: Item) => number,
  run: (items: readonly Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (items.length === 0) return [];
  if (!isSpread(db) || items.length === 1) return run(items);
  const students = [...new Set(items.map(studentOf))];
  const { rows } = await sql<{ students: number[] }>`
    select json_agg(student) as students from unnest(${students}::bigint[]) as student
    group by get_shard_id_for_distribution_column('sessions', student) order by get_shard_id_for_distribution_column('sessions', student)`.execute(
    db,
  );
  const found: Row[] = [];
  for (const { students: together } of rows) {
    const place = new Set(together);
    found.push(...(await run(items.filter((item) => place.has(studentOf(item))))));
  }
  return found;
}

/** The rows of a spread table with a value in a column. */
export interface RowsWith {
  /** The value, as SQL of the outer statement; the column that holds it, in `from` and `where`. */
  value: string;
  column: string;
  from: string;
  where?: RawBuilder<unknown>;
}

/**
 * Whether a spread table has a row with the value: looked up for each row of the outer statement on one database. A spread database refuses
 * that where the outer rows are not spread, so there the values are collected from every machine first.
 */
export function hasRow(db: Database, { value, column, from, where = sql`true` }: RowsWith): RawBuilder<boolean> {
  const [held, rows, given] = [sql.raw(column), sql.raw(from), sql.raw(value)];
  return isSpread(db)
    ? sql<boolean>`${given} in (select distinct ${held} from ${rows} where ${held} is not null and ${where})`
    : sql<boolean>`exists (select from ${rows} where ${held} = ${given} and ${where})`;
}
