import type pg from 'pg';
import { findObstacles, findOwnTables, findPlaced } from './cluster.ts';
import { type Placement, placements, type SpreadGroup, spreadGroups, spreadTablesOf, tablesOf } from './placements.ts';

/** A database that cannot be spread, or that differs afterwards; the message gives the reason. */
export class SpreadFault extends Error {}

/** Holds the state from before while a spreading is under way, so that an interrupted one goes on where it ended. */
const state = 'spread_under_way';
const shardsOfHall = 32;

interface ForeignKey {
  source: string;
  target: string;
  name: string;
}

const placementOf = (table: string): Placement | undefined =>
  Object.hasOwn(placements, table) ? placements[table as keyof typeof placements] : undefined;

/** Whether a foreign key can stand in a spread database: within a group of spread tables, or to a reference table, or between local tables. */
export function canStand({ source, target }: Pick<ForeignKey, 'source' | 'target'>): boolean {
  // Memberships refer to users. Citus locks a changed reference table and then those that it refers to, so changes of two tables that refer
  // to each other would wait for each other.
  if (source === 'users' && target === 'memberships') return false;
  const [from, to] = [placementOf(source), placementOf(target)];
  if (!from || !to) return true;
  if (from.kind === 'spread') return to.kind === 'reference' || (to.kind === 'spread' && to.group === from.group);
  return to.kind === 'reference' || (from.kind === 'local' && to.kind === 'local');
}

const foreignKeys = `
select conrelid::regclass::text as source, confrelid::regclass::text as target, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;

/** Facts that must be the same after the spreading, as pairs of a name and a text. */
const facts = `
select 'constraint ' || conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as value from pg_constraint
where connamespace = 'public'::regnamespace and contype <> 't' and conrelid::regclass::text = any($1)
union all
select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any($1)
union all
select 'trigger ' || tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger
where not tgisinternal and tgrelid::regclass::text = any($1) and tgname not like 'truncate_trigger%' and tgname not like 'citus%'`;

/** The last value of each identity: Citus begins the counter of a local table again. */
const identities = `
select a.attrelid::regclass::text as table, a.attname as column, s.last_value
from pg_attribute a join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename)::regclass = pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass
where a.attidentity <> '' and a.attrelid::regclass::text = any($1)`;

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function countRows(client: pg.ClientBase, tables: readonly string[]): Promise<Map<string, string>> {
  const counts = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${table}`);
    counts.set(`rows of ${table}`, rows[0]?.count ?? '');
  }
  return counts;
}

async function factsOf(client: pg.ClientBase, tables: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(facts, [tables]);
  return new Map([...rows.map(({ name, value }): [string, string] => [name, value]), ...(await countRows(client, tables))]);
}

/**
 * Stores the state from before and drops the foreign keys of the tables: with them, Citus would also take over each table that refers to a
 * reference table, and would refuse to spread it if its ids are generated.
 */
const putAway = (client: pg.ClientBase, tables: readonly string[]): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(`create table ${state} (kind text not null, name text not null, source text, value text not null)`);
    for (const [name, value] of await factsOf(client, await findOwnTables(client)))
      await client.query(`insert into ${state} (kind, name, value) values ('fact', $1, $2)`, [name, value]);
    await client.query(
      `insert into ${state} (kind, name, source, value) select 'identity', i.column, i.table, i.last_value::text from (${identities}) i where i.last_value is not null`,
      [tables],
    );
    const { rows } = await client.query<ForeignKey & { definition: string }>(
      `${foreignKeys} and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
      [tables],
    );
    for (const { source, name, definition } of rows) {
      await client.query(`insert into ${state} (kind, name, source, value) values ('foreign key', $1, $2, $3)`, [name, source, definition]);
      await client.query(`alter table ${source} drop constraint ${name}`);
    }
  });

/** Places each table that Citus does not know as the list says. Each statement is a transaction, so an interruption loses one table's work. */
async function place(client: pg.ClientBase, shards: number, report: (line: string) => void): Promise<number> {
  const placed = new Set((await findPlaced(client)).map(({ name }) => name));
  const isNew = (table: string) => !placed.has(table);
  let count = 0;
  const run = async (table: string, statement: string, values: unknown[]) => {
    await client.query(statement, values);
    count += 1;
    report(`  ${table}`);
  };
  for (const table of tablesOf('reference').filter(isNew)) await run(table, 'select create_reference_table($1::regclass)', [table]);
  for (const group of Object.keys(spreadGroups) as SpreadGroup[]) {
    const founder = spreadGroups[group];
    const tables = spreadTablesOf(group);
    for (const { table, by } of tables
      .filter((spread) => isNew(spread.table))
      .toSorted((a, b) => Number(b.table === founder) - Number(a.table === founder)))
      await (table === founder
        ? run(table, "select create_distributed_table($1::regclass, $2, colocate_with => 'none', shard_count => $3)", [table, by, shards])
        : run(table, 'select create_distributed_table($1::regclass, $2, colocate_with => $3)', [table, by, founder]));
  }
  // A statement that changes a table which Citus does not know and asks a reference table is refused.
  for (const table of tablesOf('local').filter(isNew)) await run(table, 'select citus_add_local_table_to_metadata($1::regclass)', [table]);
  return count;
}

/** Copies Abhyas's own functions, which an index or a statement calls, to every machine. */
async function spreadFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
  );
  for (const { name } of rows) await client.query('select create_distributed_function($1::regprocedure)', [name]);
}

async function bringBack(client: pg.ClientBase): Promise<void> {
  const { rows: counters } = await client.query<{ table: string; column: string; value: string }>(
    `select source as table, name as column, value from ${state} where kind = 'identity'`,
  );
  for (const { table, column, value } of counters)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [table, column, value]);
  const { rows: keys } = await client.query<{ source: string; name: string; definition: string }>(
    `select source, name, value as definition from ${state} k where kind = 'foreign key'
       and not exists (select from pg_constraint c where c.conname = k.name and c.conrelid = k.source::regclass) order by source, name`,
  );
  for (const { source, name, definition } of keys) {
    const target = /REFERENCES (\w+)/.exec(definition)?.[1] ?? '';
    if (canStand({ source, target })) await client.query(`alter table ${source} add constraint ${name} ${definition}`);
  }
}

/** The foreign keys that the placement gives up. */
async function findLost(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ source: string; name: string; definition: string }>(
    `select source, name, value as definition from ${state} where kind = 'foreign key'`,
  );
  return rows
    .filter(({ source, definition }) => !canStand({ source, target: /REFERENCES (\w+)/.exec(definition)?.[1] ?? '' }))
    .map(({ source, name }) => `constraint ${source} ${name}`);
}

/** A sentence for each constraint, index, trigger or count that differs from the state before. */
async function compare(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`select name, value from ${state} where kind = 'fact'`);
  const lost = await findLost(client);
  const now = await factsOf(client, await findOwnTables(client));
  return rows.flatMap(({ name, value }) => {
    if (lost.includes(name)) return [];
    const found = now.get(name);
    return found === value ? [] : [`${name}: ${value} before, ${found ?? 'missing'} now.`];
  });
}

export interface SpreadOutcome {
  tables: number;
  lost: string[];
}

/**
 * Spreads a migrated database over the machines of its cluster. An interrupted spreading is continued, and in a spread database the
 * tables of later migrations get their places. Throws a SpreadFault if the database cannot be spread, or if a constraint, index or row is
 * missing afterwards.
 */
export async function spread(client: pg.ClientBase, report: (line: string) => void, shards = shardsOfHall): Promise<SpreadOutcome> {
  const obstacles = await findObstacles(client);
  if (obstacles.length > 0) throw new SpreadFault(obstacles.join(' '));
  const { rows: turns } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock(hashtextextended('spreading', 0)) as taken");
  if (!turns[0]?.taken) throw new SpreadFault('Another command spreads this database.');
  const { rows } = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [state]);
  const placed = (await findPlaced(client)).map(({ name }) => name);
  if (!rows[0]?.isThere)
    await putAway(
      client,
      Object.keys(placements).filter((name) => !placed.includes(name)),
    );
  const tables = await place(client, shards, report);
  await spreadFunctions(client);
  await bringBack(client);
  const differences = await compare(client);
  if (differences.length > 0) throw new SpreadFault(`The spread database differs. ${differences.join(' ')}`);
  const lost = await findLost(client);
  await client.query(`drop table ${state}`);
  await client.query("select pg_advisory_unlock(hashtextextended('spreading', 0))");
  return { tables, lost };
}
