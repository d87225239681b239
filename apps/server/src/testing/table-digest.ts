import { createHash } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../database/open.ts';
import { isSpread } from '../database/scale/spread-database.ts';
import { atDatabase } from './citus.ts';

/** A table, with the columns that its digest leaves out. */
export interface DigestedTable {
  name: string;
  left_out: readonly string[];
  /** The table on the machine whose rows are read, if it is a part of the table. */
  part?: string;
}

/**
 * A statement for the digests of tables, of all rows or of those with a condition: the number of rows and the sum of their hashes, which
 * needs no sorting. Its value is the seed of the hashes.
 */
export const statementOfDigests = (tables: readonly DigestedTable[], conditionOf: (name: string) => string = () => 'true'): string =>
  tables
    .map(({ name, left_out, part = name }) => {
      const row = left_out.length > 0 ? `(to_jsonb(t) - '{${left_out.join(',')}}'::text[])::text` : 't::text';
      const digest = `count(*) || ' ' || coalesce(sum(hashtextextended(${row}, $1)), 0)`;
      return `select '${name}' as name, ${digest} as digest from "${part}" t where ${conditionOf(name)}`;
    })
    .join(' union all ');

/** All tables of the database except budgets. The catalogue answers faster than the information schema. */
export const selectTables = `select relname as name, array(
    select attname::text from pg_attribute where attrelid = c.oid and attname = any($1::text[]) and not attisdropped order by attnum
  ) as left_out
  from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'spent_budgets' order by relname`;

/** Prepared, because planning a statement of a hundred tables takes much longer than running it. */
async function readDigests(database: Pick<pg.Pool | pg.Client, 'query'>, tables: readonly DigestedTable[]) {
  const text = statementOfDigests(tables);
  const name = `digest_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return (await database.query<{ name: string; digest: string }>({ name, text, values: [0] })).rows;
}

/** The parts of spread tables, and of each reference table the copy on the coordinator (group 0), with the machine of each. */
const selectParts = `select logicalrelid::regclass::text as name, shardid, groupid = 0 as is_here, nodename || ':' || nodeport as host
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid) join pg_dist_partition using (logicalrelid)
  where partmethod = 'h' or groupid = 0 order by shardid`;

/** Connections to the machines of a spread database, by their addresses. They end with the database, which is dropped by force. */
const machines = new Map<string, Promise<pg.Client>>();

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => machines.delete(url));
  await client.connect();
  return client;
}

/** Asks each machine of a spread database for the tables and parts on it, because the coordinator needs a second for all. */
async function digestOfParts({ pool }: OpenDatabase, tables: readonly DigestedTable[]): Promise<Record<string, string>> {
  const { rows: parts } = await pool.query<{ name: string; shardid: number; is_here: boolean; host: string }>(selectParts);
  const coordinator = atDatabase(
    process.env['DATABASE_URL_CITUS'] ?? '',
    (await pool.query('select current_database() as name')).rows[0].name,
  );
  const ofMachine = new Map<string, DigestedTable[]>([[coordinator, []]]);
  for (const table of tables) {
    const own = parts.filter(({ name }) => name === table.name);
    if (own.length === 0) ofMachine.get(coordinator)?.push(table);
    for (const { shardid, is_here, host } of own) {
      const url = is_here ? coordinator : Object.assign(new URL(coordinator), { host }).href;
      ofMachine.set(url, [...(ofMachine.get(url) ?? []), { ...table, part: `${table.name}_${shardid}` }]);
    }
  }
  const digests: Record<string, string> = {};
  for (const [url, here] of ofMachine) {
    const machine = machines.get(url) ?? connect(url);
    machines.set(url, machine);
    for (const { name, digest } of await readDigests(await machine, here)) digests[name] = [digests[name] ?? [], digest].flat().join(', ');
  }
  return digests;
}

/**
 * A digest of every table by name, equal if no row has changed. Ignores budgets and the columns `leavingOut`, which every call may change.
 */
export async function digestOfTables(database: OpenDatabase, leavingOut: readonly string[] = ['tries']): Promise<Record<string, string>> {
  const { db, pool } = database;
  const { rows: tables } = await pool.query<DigestedTable>({ name: 'digested_tables', text: selectTables, values: [leavingOut] });
  if (isSpread(db)) return digestOfParts(database, tables);
  return Object.fromEntries((await readDigests(pool, tables)).map(({ name, digest }) => [name, digest]));
}
