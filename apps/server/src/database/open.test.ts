import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isOnCitus, isOnPostgres, openTestDatabase } from '../testing/test-database.ts';
import { digestOfTables, selectTables } from '../testing/table-digest.ts';
import { migrate } from './migrate.ts';
import type { OpenDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());

const context = () => ({ db: database.db, now: new Date(), random: Math.random });
const codes = async () => (await database.db.selectFrom('institutes').select('code').orderBy('code').execute()).map(({ code }) => code);
const add = (db: OpenDatabase['db'], code: string) => db.insertInto('institutes').values({ code, name: code }).execute();

describe('migrating', () => {
  test('migrating an up-to-date database changes nothing', async () => {
    const before = await digestOfTables(database);
    await migrate(database);
    expect(await digestOfTables(database)).toEqual(before);
  });

  test('several servers that start on a new database at the same time create every table once', async () => {
    const empty = await openTestDatabase(inject('empty'));
    await Promise.all([migrate(empty), migrate(empty), migrate(empty)]);
    const tables = async ({ pool }: OpenDatabase) => (await pool.query(selectTables, [[]])).rows.map(({ name }) => name);
    expect(await tables(empty)).toEqual(await tables(database));
    expect((await empty.pool.query('select name from subjects order by id')).rows.map(({ name }) => name)).toEqual([
      'Maths',
      'Physics',
      'Chemistry',
      'Biology',
      'Biology',
    ]);
    await empty.close();
  });
});

test('a statement is prepared from its third use on, unless it selects all columns', async () => {
  const uses = (times: number) =>
    inTransaction(context(), async ({ db }) => {
      for (let use = 0; use < times; use += 1) {
        await sql`select code from institutes where name = ${'nobody'}`.execute(db);
        await db.selectFrom('institutes').selectAll().where('name', '=', 'nobody').execute();
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
      return rows.map(({ statement }) => statement).filter((statement) => /from "?institutes"? where/.test(statement));
    });
  expect(await uses(2)).toEqual([]);
  expect(await uses(1)).toEqual(['select code from institutes where name = $1']);
});

// The machine that a statement of a spread database asks depends on its values.
test.skipIf(isOnCitus)('a statement is planned once, even with short lists', async () => {
  const plans = await inTransaction(context(), async ({ db }) => {
    for (let use = 0; use < 9; use += 1) await sql`select u from unnest(${[1]}::bigint[]) u join institutes on id = u`.execute(db);
    const { rows } = await sql<{ generic: number; custom: number }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like ${'select u from unnest%'}`.execute(
      db,
    );
    return rows;
  });
  // The first two of the nine uses were not prepared.
  expect(plans).toEqual([{ generic: 7, custom: 0 }]);
});

describe('a transaction', () => {
  test('is stored completely or not at all', async () => {
    await expect(
      inTransaction(context(), async ({ db }) => {
        await add(db, 'lost');
        throw new Error('the work fails');
      }),
    ).rejects.toThrow('the work fails');
    expect(await codes()).toEqual(['school']);
    await inTransaction(context(), async ({ db }) => add(db, 'kept'));
    expect(await codes()).toEqual(['kept', 'school']);
  });

  test('inside another is part of it', async () => {
    await expect(
      inTransaction(context(), async (outer) => {
        await inTransaction(outer, async ({ db }) => add(db, 'inner'));
        expect(await outer.db.selectFrom('institutes').where('code', '=', 'inner').select('code').execute()).toHaveLength(1);
        throw new Error('the outer work fails');
      }),
    ).rejects.toThrow('the outer work fails');
    expect(await codes()).not.toContain('inner');
  });
});

describe('the database', () => {
  test('reads identifiers and counts as numbers, and times as dates', async () => {
    const { rows } =
      await sql`select 9007199254740991::bigint as id, count(*) as count, '2027-01-01T00:00:00Z'::timestamptz as at from institutes where code = 'school'`.execute(
        database.db,
      );
    expect(rows).toEqual([{ id: Number.MAX_SAFE_INTEGER, count: 1, at: new Date('2027-01-01T00:00:00Z') }]);
  });

  // The embedded database has no connections to drop, so this test is listed as skipped there.
  test.runIf(isOnPostgres)('on a server that drops its connections does not end the process, and can be used again', async () => {
    await Promise.all([codes(), codes(), codes()]);
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(codes, { timeout: 30_000 }).toEqual(['kept', 'school']);
  });
});
