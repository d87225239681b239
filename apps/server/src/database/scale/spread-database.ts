import { sql } from 'kysely';
import type { Database } from '../open.ts';

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
  if (!isSpread(db) || items.length < 2) return run(items);
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
