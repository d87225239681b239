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

const foreignKeys = async () =>
  (
    await database.pool.query<{ name: string; source: string; target: string }>(
      `select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 0`,
    )
  ).rows;

test('two foreign keys are given up when the database is spread: of scores to their sessions, and of users to memberships', async () => {
  const given = isOnCitus ? [] : ['session_scores_student_id_session_id_fkey', 'users_membership_id_fkey'];
  expect(new Set((await foreignKeys()).filter((key) => !canStand(key)).map(({ name }) => name))).toEqual(new Set(given));
});

test('no reference tables refer to each other in a circle, so that no changes of two of them wait for each other', async () => {
  const references = new Set<string>(tablesOf('reference'));
  const keys = (await foreignKeys()).filter((key) => canStand(key) && references.has(key.source) && references.has(key.target));
  const targetsOf = (table: string) =>
    keys.filter(({ source, target }) => source === table && target !== table).map(({ target }) => target);
  const reached = (tables: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const table of tables.filter((each) => !seen.has(each))) reached(targetsOf(table), seen.add(table));
    return seen;
  };
  expect([...references].filter((table) => reached(targetsOf(table)).has(table))).toEqual([]);
});

test.runIf(isOnCitus)('changes of users and memberships at the same moment are all made', async () => {
  const { pool } = database;
  await pool.query("insert into users (phone) select '70000000' || lpad(n::text, 2, '0') from generate_series(1, 4) n");
  await pool.query("insert into memberships (user_id, institute_id, role) select u.id, i.id, 'student' from users u, institutes i");
  const statements = ['update users set name = $1 where id = $2', 'update memberships set institute_given_id = $1 where user_id = $2'];
  const { rows } = await pool.query<{ id: number }>('select id from users order by id');
  const changes = Array.from({ length: 20 }, (_, round) =>
    rows.flatMap(({ id }) => statements.map((text) => [text, [`${round} of ${id}`, id]] as const)),
  );
  await Promise.all(changes.flat().map(([text, values]) => pool.query(text, [...values])));
  expect((await pool.query('select from users where name is null')).rows).toEqual([]);
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
