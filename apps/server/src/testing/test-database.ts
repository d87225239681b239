import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobs } from '../app.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { rebuildFigures } from '../features/bank/chapters/chapters.ts';
import { writeContent } from '../features/bank/content/storing/content.store.ts';
import { atDatabase, citusServers, dropDatabase, onDatabase, spreadOver } from './citus.ts';
import { fixtureContent } from './fixture-content.ts';
import { refuseSecondConnection } from './one-connection.ts';
import { operatorOfBank } from './operator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of the embedded database, or the name of a database on the PostgreSQL server, with tables and fixture. */
    template: string;
    /** The same without tables. A copy of it is made many times faster than an embedded database from nothing. */
    empty: string;
  }
}

/** Whether the suite runs on a database that Citus has spread over the machines of DATABASE_URL_CITUS. */
export const isOnCitus = process.env['TEST_DATABASE'] === 'citus';
/** Whether the suite runs on PostgreSQL, Citus included; otherwise it runs on the embedded database. */
export const isOnPostgres = isOnCitus || process.env['TEST_DATABASE'] === 'postgres';
/** The servers that hold each test database: the coordinator before its workers. */
const servers = isOnCitus ? citusServers(process.env) : isOnPostgres ? [process.env['DATABASE_URL_TEST'] ?? ''] : [];
const [serverUrl] = servers;
if (isOnPostgres && !serverUrl) throw new Error('TEST_DATABASE=postgres needs DATABASE_URL_TEST, the address of a PostgreSQL for tests.');

const urlOf = (name: string) => atDatabase(serverUrl ?? '', name);

async function onServer(...statements: string[]): Promise<void> {
  for (const server of servers) await onDatabase(server, statements);
}

/** A test database need not survive a crash, except in tests that kill its servers. */
const durability = process.env['CITUS_FOLDERS'] ? 'on' : 'off';
/** Starting parallel workers costs more than any statement on a test's few rows. */
const settings = [`synchronous_commit = ${durability}`, 'max_parallel_workers_per_gather = 0'];

/** Creates a database on the server; PostgreSQL does not copy the settings of a template. */
const createDatabase = (name: string, template?: string) =>
  onServer(
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
    ...settings.map((setting) => `alter database ${name} set ${setting}`),
  );

async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database);
  await openJobQueue(database.pool, jobs);
  const context = { db: database.db, now: new Date(), random: Math.random, actor: operatorOfBank };
  await database.db.insertInto('institutes').values({ code: 'school', name: 'School' }).execute();
  await writeContent(context, fixtureContent);
  await rebuildFigures(context);
}

/** Creates the template database, of which every test file gets a copy. Vitest runs this once per project. */
export default async function setup({
  provide,
}: {
  provide: (key: 'template' | 'empty', value: string) => void;
}): Promise<() => Promise<void>> {
  const name = `abhyas_test_${randomBytes(6).toString('hex')}`;
  if (serverUrl) {
    await createDatabase(name);
    const database = await openDatabase({ url: urlOf(name) });
    await fill(database);
    await database.close();
    if (isOnCitus) await spreadOver(servers, name);
    provide('template', name);
    provide('empty', 'template1');
    return () => onServer(`drop database ${name} with (force)`);
  }
  const folder = mkdtempSync(join(tmpdir(), name));
  const database = await openDatabase({});
  writeFileSync(join(folder, 'empty.tar'), await database.dump());
  provide('empty', join(folder, 'empty.tar'));
  await fill(database);
  writeFileSync(join(folder, 'template.tar'), await database.dump());
  await database.close();
  provide('template', join(folder, 'template.tar'));
  return async () => rmSync(folder, { recursive: true });
}

/** A new copy of the template. */
export async function openTestDatabase(template: string): Promise<OpenDatabase> {
  if (!serverUrl) return refuseSecondConnection(await openDatabase({ template }));
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await createDatabase(name, template);
  const database = refuseSecondConnection(await openDatabase({ url: urlOf(name), connections: 4, isSpread: isOnCitus }));
  return {
    ...database,
    close: async () => {
      await database.close();
      for (const server of servers) await dropDatabase(server, name);
    },
  };
}
