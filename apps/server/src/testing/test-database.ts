import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { jobs } from '../app.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { rebuildFigures } from '../features/bank/chapters/chapters.ts';
import { writeContent } from '../features/bank/content/content.store.ts';
import { fixtureContent } from './fixture-content.ts';
import { operatorOfBank } from './operator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of the embedded database, or the name of a database on the PostgreSQL server, with tables and fixture. */
    template: string;
  }
}

/** The suite runs once on the embedded database and, where there is a server, once more on PostgreSQL. */
export const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';
const serverUrl = isOnPostgres ? process.env['DATABASE_URL_TEST'] : undefined;

const urlOf = (name: string) => {
  const url = new URL(serverUrl ?? '');
  url.pathname = name;
  return url.href;
};

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database);
  await openJobQueue(database.pool, jobs);
  const context = { db: database.db, now: new Date(), random: Math.random, actor: operatorOfBank };
  await database.db.insertInto('institutes').values({ code: 'school', name: 'School' }).execute();
  await writeContent(context, fixtureContent);
  await rebuildFigures(context);
}

/** Makes the database that every test file begins with a copy of. Vitest runs this once a project. */
export default async function setup({ provide }: { provide: (key: 'template', value: string) => void }): Promise<() => Promise<void>> {
  const name = `abhyas_test_${randomBytes(6).toString('hex')}`;
  if (serverUrl) {
    await onServer(`create database ${name}`);
    const database = await openDatabase({ url: urlOf(name) });
    await fill(database);
    await database.close();
    provide('template', name);
    return () => onServer(`drop database ${name} with (force)`);
  }
  const folder = mkdtempSync(join(tmpdir(), name));
  const database = await openDatabase({});
  await fill(database);
  writeFileSync(join(folder, 'template.tar'), await database.dump());
  await database.close();
  provide('template', join(folder, 'template.tar'));
  return async () => rmSync(folder, { recursive: true });
}

/** A database of its own, as the template left it. */
export async function openTestDatabase(template: string): Promise<OpenDatabase> {
  if (!serverUrl) return openDatabase({ template });
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  const database = await openDatabase({ url: urlOf(name), connections: 4 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}
