import { sql } from 'kysely';
import { type Digests, differencesOf, digestsOf, findTables, fixTextOfValues, type TableName } from './digests.ts';
import type { Database, OpenDatabase } from './open.ts';

/** A database into which rows cannot be moved; the message gives the reason. */
export class MoveFault extends Error {}

/** A table that exists while a move is under way, so that an interrupted one can be repeated. */
const markOfMove = 'move_under_way';
/** Bytes of rows that are read at once. */
const bytesAtOnce = 4 * 1024 * 1024;
const mostRowsAtOnce = 2000;

const nameOf = ({ schema, name }: TableName) => sql.table(`${schema}.${name}`);

/** Begins a move into the database. Throws a MoveFault if it contains tables other than those of an interrupted move. */
export async function beginMove({ db }: OpenDatabase): Promise<void> {
  const tables = await findTables(db);
  if (tables.length > 0 && !tables.some(({ name }) => name === markOfMove))
    throw new MoveFault(`The database at DATABASE_URL holds ${tables.length} tables. Name an empty one: a move replaces nothing.`);
  await sql`create table if not exists ${sql.id(markOfMove)} ()`.execute(db);
}

/** The rows of a table as texts of its row type, in portions. */
async function* rowsOf(db: Database, table: TableName): AsyncGenerator<string[]> {
  const { rows: sizes } = await sql<{ longest: number }>`
    select coalesce(max(octet_length(whole_row::text)), 1) as longest from ${nameOf(table)} as whole_row`.execute(db);
  const portion = Math.max(1, Math.min(mostRowsAtOnce, Math.floor(bytesAtOnce / (sizes[0]?.longest ?? 1))));
  await sql`declare rows_to_move cursor for select whole_row::text as row from ${nameOf(table)} as whole_row`.execute(db);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(portion)} from rows_to_move`.execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < portion) break;
  }
  await sql`close rows_to_move`.execute(db);
}

/** The columns of a table that can be written. */
async function columnsOf(db: Database, { schema, name }: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db);
  return rows.map((column) => column.name);
}

/** Removes the foreign keys, because tables refer to each other in circles. Returns the statements that add them again. */
async function dropForeignKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0`.execute(db);
  for (const { drop } of rows) await sql.raw(drop).execute(db);
  return rows.map(({ add }) => add);
}

/** Sets each counter of ids to its value in the source. */
async function moveCounters(source: Database, target: Database): Promise<void> {
  const { rows } = await sql<{ name: string; last_value: number }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences where last_value is not null`.execute(source);
  for (const { name, last_value } of rows) await sql`select setval(${name}::regclass, ${last_value})`.execute(target);
}

/** Creates the queues of jobs that an earlier version has left in the source: their jobs lie in tables of their own. */
async function createQueues(source: Database, target: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from jobs.queue`.execute(source);
  for (const { name } of rows) await sql`select jobs.create_queue(${name}, '{}'::json)`.execute(target);
}

async function copyTable(source: Database, target: Database, table: TableName): Promise<number> {
  const columns = sql.join((await columnsOf(target, table)).map((column) => sql.id(column)));
  let count = 0;
  for await (const rows of rowsOf(source, table)) {
    await sql`insert into ${nameOf(table)} (${columns}) overriding system value
      select ${columns} from unnest(${rows}::${sql.raw(`"${table.schema}"."${table.name}"`)}[])`.execute(target);
    count += rows.length;
  }
  return count;
}

async function copyRows(source: Database, target: Database, report: (line: string) => void): Promise<Digests> {
  await fixTextOfValues(source);
  await fixTextOfValues(target);
  await createQueues(source, target);
  const [tables, known] = [await findTables(source), await findTables(target)];
  const isKnown = ({ schema, name }: TableName) => known.some((table) => table.schema === schema && table.name === name);
  const strange = tables.find((table) => !isKnown(table));
  if (strange) throw new MoveFault(`The embedded database has a table ${strange.name} that Abhyas does not know.`);
  const foreignKeys = await dropForeignKeys(target);
  for (const table of tables) {
    await sql`alter table ${nameOf(table)} disable trigger user`.execute(target);
    await sql`truncate ${nameOf(table)}`.execute(target);
  }
  for (const table of tables) {
    const count = await copyTable(source, target, table);
    if (count >= mostRowsAtOnce) report(`  ${table.name}: ${count} rows`);
  }
  for (const table of tables) await sql`alter table ${nameOf(table)} enable trigger user`.execute(target);
  for (const add of foreignKeys) await sql.raw(add).execute(target);
  await moveCounters(source, target);
  await sql`drop table ${sql.id(markOfMove)}`.execute(target);
  const [before, after] = [await digestsOf(source), await digestsOf(target)];
  const differences = differencesOf(before, after);
  if (differences.length > 0) throw new MoveFault(`Nothing was moved, because the copies differ. ${differences.join(' ')}`);
  return after;
}

/**
 * Moves all rows into a database that `beginMove` has marked and that has the same tables, and compares the digests of both: in one
 * transaction, so that a failure leaves no row behind. Returns the digests.
 */
export async function moveRows(source: OpenDatabase, target: OpenDatabase, report: (line: string) => void): Promise<Digests> {
  const moved = await target.forMigrations((to) =>
    to.transaction().execute((into) => source.db.transaction().execute((from) => copyRows(from, into, report))),
  );
  await target.forMigrations((db) => sql`analyze`.execute(db));
  return moved;
}
