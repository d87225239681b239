import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import type { OpenDatabase } from './open.ts';

const page = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');

/** Tables of one list of docs/scale.md, with the column by which they are sharded. */
function listed(kind: string): { table: string; by: string | undefined }[] {
  const list = page.split(`<!-- ${kind} -->`)[1]?.split('\n\n')[0] ?? '';
  return [...list.matchAll(/^\| `(\w+)` \|(?: `(\w+)` \|)?$/gm)].map(([, table = '', by]) => ({ table, by }));
}

const spread = [...listed('by student'), ...listed('by paper')];
const reference = listed('reference');
const sqlOf = page.split('```sql')[1]?.split('```')[0] ?? '';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());

test('every table is in exactly one list of docs/scale.md', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'`,
  );
  const names = [...spread, ...reference, ...listed('local')].map(({ table }) => table);
  expect(names.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('every key of a sharded table begins with the column by which the table is sharded', async () => {
  const { rows } = await database.pool.query<{ table: string; key: string; lead: string }>(
    `select t.relname as table, k.relname as key, a.attname as lead
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisunique and t.relname = any($1)`,
    [spread.map(({ table }) => table)],
  );
  const leads = new Map(spread.map(({ table, by }) => [table, by]));
  expect(rows.filter(({ table, lead }) => leads.get(table) !== lead)).toEqual([]);
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(leads.keys()));
});

test('no sharded table has a trigger', async () => {
  const { rows } = await database.pool.query(
    'select tgrelid::regclass::text as table, tgname from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)',
    [spread.map(({ table }) => table)],
  );
  expect(rows).toEqual([]);
});

test('foreign keys stay only between tables sharded by the same column, or to a reference table; the others are dropped', async () => {
  const { rows } = await database.pool.query<{ name: string; source: string; target: string }>(
    `select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const students = new Set(listed('by student').map(({ table }) => table));
  const references = new Set(reference.map(({ table }) => table));
  const isSpread = new Set(spread.map(({ table }) => table));
  const refused = rows.filter(
    ({ source, target }) =>
      (isSpread.has(source) && !references.has(target) && !(students.has(source) && students.has(target))) ||
      (!isSpread.has(source) && isSpread.has(target)) ||
      (references.has(source) && !references.has(target)),
  );
  const dropped = [...sqlOf.matchAll(/alter table (\w+) drop constraint (\w+);/g)].map(([, source, name]) => `${source} ${name}`);
  expect(refused.map(({ source, name }) => `${source} ${name}`).toSorted()).toEqual(dropped.toSorted());
});

test('the SQL contains every sharded table and every reference table once', () => {
  const arrays = [...sqlOf.matchAll(/array\[\n([^\]]*)\n\]/g)].flatMap(([, list = '']) => list.trim().split(/,\s+/));
  const single = [...sqlOf.matchAll(/create_distributed_table\(('\w+')/g)].flatMap(([, name = '']) => name);
  expect([...arrays, ...single].toSorted()).toEqual([...spread, ...reference].map(({ table }) => `'${table}'`).toSorted());
});
