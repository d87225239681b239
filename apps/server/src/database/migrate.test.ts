import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startFaultMessage } from '../start-fault.ts';
import { isOnPostgres, openTestDatabase } from '../testing/test-database.ts';
import { migrate, statementsOf } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

let database: OpenDatabase;
let path: string;
let told: string[];
beforeEach(async () => {
  database = await openTestDatabase(inject('empty'));
  path = mkdtempSync(join(tmpdir(), 'abhyas-steps-'));
  told = [];
});
afterEach(async () => {
  await database.close();
  rmSync(path, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(path, name), text);
const settings = () => ({ folder: pathToFileURL(`${path}/`), report: (line: string) => void told.push(line) });

/** A database with one migration done and a second one pending. */
async function withOneStep(): Promise<void> {
  write('0001-notes.sql', 'create table notes (id int);');
  await migrate(database, settings());
  write('0002-texts.sql', 'alter table notes add column text text;');
}

test('each migration of an upgrade is reported before it runs, and an up-to-date database reports none', async () => {
  await withOneStep();
  expect(told).toEqual([]);
  await migrate(database, settings());
  await migrate(database, settings());
  expect(told).toEqual(['The database takes the step 0002-texts …']);
  await database.pool.query('select text from notes');
});

test('a failed migration keeps the earlier ones, and runs again at the next start', async () => {
  await withOneStep();
  write('0003-broken.sql', 'alter table notes add column one int; alter table nowhere add column one int;');
  await expect(migrate(database, settings())).rejects.toThrow('nowhere');
  await database.pool.query('select text from notes');
  write('0003-broken.sql', 'alter table notes add column one int;');
  await migrate(database, settings());
  await database.pool.query('select one from notes');
});

test('a version that is older than the database does not start, reports the reason, and changes nothing', async () => {
  await withOneStep();
  await migrate(database, settings());
  rmSync(join(path, '0002-texts.sql'));
  write('0003-numbers.sql', 'create table numbers (id int);');
  const fault: unknown = await migrate(database, settings()).catch((error: unknown) => error);
  expect(startFaultMessage(fault)).toBe(
    'A later version of Abhyas has used this database (its step 0002-texts). Run that version, or a later one.',
  );
  expect((await database.pool.query("select to_regclass('numbers') as name")).rows).toEqual([{ name: null }]);
});

test.runIf(isOnPostgres)('a migration whose table is in use does not queue for the lock: it is reported and tried again', async () => {
  await withOneStep();
  const reader = await database.pool.connect();
  await reader.query('begin; lock table notes in access share mode');
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    await reader.query('commit');
  };
  await migrate(database, { ...settings(), wait });
  reader.release();
  expect(waits).toEqual([1000]);
  expect(told).toEqual([
    'The database takes the step 0002-texts …',
    'The step 0002-texts of the database waits for a table that is in use; try 2 follows.',
  ]);
  await database.pool.query('select text from notes');
});

test.runIf(isOnPostgres)('a migration may take longer than the statements of calls', async () => {
  const { connectionString } = database.pool.options;
  const impatient = await openDatabase({ url: connectionString, silenceMs: 20 });
  await impatient.forMigrations(async (db) => {
    await sql`select count(*) from generate_series(1, 3000000)`.execute(db);
    expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '0' }]);
  });
  await impatient.close();
});

test('a server of PostgreSQL that is too old is refused by its version, before a step', async () => {
  write('0001-notes.sql', 'create table notes (id int);');
  const fault: unknown = await migrate(database, { ...settings(), oldest: 99 }).catch((error: unknown) => error);
  expect(startFaultMessage(fault)).toMatch(/^The database's server is PostgreSQL \d+[^;]*; Abhyas needs version 99 or later\.$/);
  expect((await database.pool.query("select to_regclass('notes') as notes")).rows).toEqual([{ notes: null }]);
});

test('a file is cut into its statements, whatever semicolons stand in comments, texts and functions', () => {
  const statements = [
    "-- One; two.\ninsert into notes values ('a;b''c;');",
    '\ncreate function one() returns int language plpgsql as $$ begin return 1; end $$;',
    '\nselect $body$;$$;$body$ as text;',
    '\nselect 1\n',
  ];
  expect(statementsOf(statements.join(''))).toEqual(statements);
  expect(statementsOf('select 1;\n-- The end; nothing follows.\n')).toEqual(['select 1;']);
});
