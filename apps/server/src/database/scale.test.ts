import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { isOnCitus, openTestDatabase } from '../testing/test-database.ts';
import type { OpenDatabase } from './open.ts';
import { type Placement, placements, tablesOf } from './scale/placements.ts';
import { canStand } from './scale/spread.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());

const spreadTables = tablesOf('spread');

test('every table has a placement', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'`,
  );
  expect(Object.keys(placements).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

const byOf = (table: string) => {
  const placement: Placement | undefined = placements[table as keyof typeof placements];
  return placement?.kind === 'spread' ? placement.by : undefined;
};

test('every key of a spread table begins with the column by which the table is spread', async () => {
  const { rows } = await database.pool.query<{ table: string; key: string; lead: string }>(
    `select t.relname as table, k.relname as key, a.attname as lead
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisunique and t.relname = any($1)`,
    [spreadTables],
  );
  expect(rows.filter(({ table, lead }) => byOf(table) !== lead)).toEqual([]);
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(spreadTables));
});

test('a row of a table that lies on several machines can be found while it moves: by a primary key, or by all its values', async () => {
  const { rows } = await database.pool.query(
    `select relname from pg_class c where relname = any($1) and relreplident <> 'f'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    [[...spreadTables, ...tablesOf('reference')]],
  );
  expect(rows).toEqual([]);
});

test('no spread table and no reference table has a trigger', async () => {
  const { rows } = await database.pool.query(
    `select tgrelid::regclass::text as table, tgname from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1) and tgname not like 'truncate_trigger%'`,
    [[...spreadTables, ...tablesOf('reference')]],
  );
  expect(rows).toEqual([]);
});

test('one foreign key is given up when the database is spread: the scores of a paper no longer refer to their sessions', async () => {
  const { rows } = await database.pool.query<{ name: string; source: string; target: string }>(
    `select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 0`,
  );
  const given = isOnCitus ? [] : ['session_scores_student_id_session_id_fkey'];
  expect(rows.filter((key) => !canStand(key)).map(({ name }) => name)).toEqual(given);
});

const docs = new URL('../../../../docs/scale.md', import.meta.url);

/** The lists of docs/scale.md, as the placements say. */
function lists(): string {
  const names = (tables: readonly string[]) => tables.map((table) => `\`${table}\``).join(', ');
  const columns = [...new Set(spreadTables.map((table) => `${byOf(table)}`))];
  const spread = columns.map((by) => [`spread by \`${by}\``, spreadTables.filter((table) => byOf(table) === by)] as const);
  const rows = [...spread, ['reference', tablesOf('reference')] as const, ['local', tablesOf('local')] as const];
  return `\n\n| Placement | Tables |\n|---|---|\n${rows.map(([kind, tables]) => `| ${kind} | ${names(tables)} |\n`).join('')}\n`;
}

test('docs/scale.md lists every table where the placements say', async () => {
  const [head = '', , foot = ''] = readFileSync(docs, 'utf8').split(/(?<=<!-- placements -->)([^]*)(?=<!-- end of placements -->)/);
  await expect(head + lists() + foot).toMatchFileSnapshot(docs.pathname);
});
