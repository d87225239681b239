import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Migration, Migrator, sql } from 'kysely';
import { findServerVersion, oldestPostgres } from './database-checks.ts';
import type { Database, OpenDatabase } from './open.ts';
import { isSpread } from './scale/spread-database.ts';

const folderOfMigrations = new URL('./migrations/', import.meta.url);

/** A database that this version cannot migrate; the message gives the reason. */
export class MigrationFault extends Error {}

/** Error codes of PostgreSQL: a lock timeout, or a deadlock. */
const lockFaults = ['55P03', '40P01'];
const mostTries = 30;

export interface MigrationSettings {
  /** Folder of the migrations; the server's own when absent. */
  folder?: URL;
  /** The oldest main version of PostgreSQL that is accepted. */
  oldest?: number;
  report?: (line: string) => void;
  /** Waits before a migration is tried again. */
  wait?: (ms: number) => Promise<unknown>;
}

/** A comment, a text or a function's body, each of which may contain a semicolon, or the end of a statement. */
const pieces = /--[^\n]*|'[^']*'|\$(\w*)\$.*?\$\1\$|;/gs;

/** The statements of a file. Citus sends a statement about tables to its workers as it got it, and these take one at a time. */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(pieces)].filter(([piece]) => piece === ';').map(({ index }) => index + 1);
  const isStatement = (part: string) => part.replaceAll(/--[^\n]*/g, '').trim() !== '';
  return [0, ...ends].map((begin, at) => text.slice(begin, ends[at])).filter(isStatement);
}

/**
 * A new table of a spread database stays unknown to Citus, which would otherwise make it a local one at its first foreign key, and refuse keys
 * to spread tables. `npm run scale -- spread` places the table afterwards.
 */
async function take(db: Database, statement: string): Promise<void> {
  const isTable = isSpread(db) && /^(?:\s|--[^\n]*\n)*create table/.test(statement);
  if (isTable) await sql`set local citus.enable_ddl_propagation = off`.execute(db);
  await sql.raw(statement).execute(db);
  if (isTable) await sql`set local citus.enable_ddl_propagation = on`.execute(db);
}

function readMigrations(folder: URL): Record<string, Migration> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    files.map((name): [string, Migration] => {
      const statements = statementsOf(readFileSync(new URL(name, folder), 'utf8'));
      const up = async (trx: Database) => {
        for (const statement of statements) await take(trx, statement);
      };
      return [name.replace('.sql', ''), { up }];
    }),
  );
}

async function findDone(db: Database): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name);
}

/** The last migration of the database, and the number of this version's migrations that it lacks. */
export async function findMigrationState(db: Database): Promise<{ last: string | undefined; missing: number }> {
  const done = await findDone(db);
  const missing = Object.keys(readMigrations(folderOfMigrations)).filter((name) => !done.includes(name));
  return { last: done.at(-1), missing: missing.length };
}

/** Runs one migration, and retries it while a table is locked, because waiting in the queue for a lock would block all later statements. */
async function takeStep(migrator: Migrator, name: string, { report = () => {}, wait = setTimeout }: MigrationSettings): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrator.migrateUp();
    if (error === undefined) return;
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string' || !lockFaults.includes(code)) throw error;
    if (tries === mostTries)
      throw new MigrationFault(
        `The step ${name} of the database got no lock in ${mostTries} tries: something else holds a table for long.`,
      );
    report(`The step ${name} of the database waits for a table that is in use; try ${tries + 1} follows.`);
    await wait(Math.min(tries, 10) * 1000);
  }
}

/**
 * Runs the pending migrations of `migrations/*.sql`: forward only, in order of name, each in a transaction, under a lock, on a separate
 * connection without a time limit for statements. Throws a MigrationFault if a later version has used the database, or if the database's
 * server is too old.
 */
export async function migrate(database: Pick<OpenDatabase, 'forMigrations'>, settings: MigrationSettings = {}): Promise<void> {
  const migrations = readMigrations(settings.folder ?? folderOfMigrations);
  await database.forMigrations(async (db) => {
    const { words, main } = await findServerVersion(db);
    if (main < (settings.oldest ?? oldestPostgres))
      throw new MigrationFault(
        `The database's server is PostgreSQL ${words}; Abhyas needs version ${settings.oldest ?? oldestPostgres} or later.`,
      );
    const done = await findDone(db);
    const unknown = done.find((name) => !Object.hasOwn(migrations, name));
    if (unknown !== undefined)
      throw new MigrationFault(`A later version of Abhyas has used this database (its step ${unknown}). Run that version, or a later one.`);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const steps = Object.keys(migrations)
      .toSorted()
      .filter((name) => !done.includes(name));
    if (done.length === 0) {
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
      return;
    }
    for (const name of steps) {
      settings.report?.(`The database takes the step ${name} …`);
      await takeStep(migrator, name, settings);
    }
  });
}
