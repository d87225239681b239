import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { findTables } from './digests.ts';
import { type Database, type OpenDatabase, openDatabase } from './open.ts';
import { dumpSnapshot, onServer, refusePooler, restoreDump, ToolFault } from './postgres-tools.ts';

/**
 * Writes the whole database, as it is at one moment, to a file, and runs `work` on the same moment. PostgreSQL goes on serving meanwhile; the
 * embedded database answers nobody else. Throws a ToolFault if pg_dump cannot do its work or a pooler stands in between.
 */
export async function copyDatabase<T>(database: OpenDatabase, file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const url = database.jobPool.options.connectionString;
  if (url) await refusePooler(url);
  return database.forMigrations((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (moment) => {
        if (!url) {
          await sql`checkpoint`.execute(moment);
          await writeFile(file, await database.dump(), { mode: 0o600 });
          return work(moment);
        }
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(moment);
        const [, done] = await Promise.all([dumpSnapshot(url, rows[0]?.snapshot ?? '', file), work(moment)]);
        return done;
      }),
  );
}

/** PostgreSQL cuts names after 63 bytes, and the suffix that is added here has 16. */
const longestBeginning = 40;

/** Creates an empty database on a server, and drops it after the work. Throws a ToolFault if the role may not. */
async function withScratch<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const url = new URL(server);
  const name = `${decodeURIComponent(url.pathname.slice(1)).slice(0, longestBeginning)}_verify_${randomBytes(4).toString('hex')}`;
  const quoted = pg.escapeIdentifier(name);
  await onServer(server, (client) => client.query(`create database ${quoted} template template0`)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    throw new ToolFault(
      'The role of this address may not create a database, in which the backup is restored. Give it the right (alter role … createdb), or name another PostgreSQL server with --server.',
    );
  });
  url.pathname = encodeURIComponent(name);
  try {
    return await work(url.href);
  } finally {
    await onServer(server, (client) => client.query(`drop database ${quoted} with (force)`));
  }
}

/** A file of `copyDatabase`. */
export interface DatabaseCopy {
  kind: OpenDatabase['kind'];
  file: string;
}

/**
 * Restores a copy into an empty PostgreSQL database, or into a new folder for the embedded one. Throws a ToolFault if something is there, or
 * if the copy is of the other kind.
 */
export async function restoreDatabase(
  { kind, file }: DatabaseCopy,
  at: { url: string | undefined; folder: string },
): Promise<OpenDatabase> {
  if ((kind === 'PostgreSQL') !== (at.url !== undefined))
    throw new ToolFault(
      kind === 'PostgreSQL'
        ? 'This backup is of PostgreSQL. Set DATABASE_URL to an empty database.'
        : 'This backup is of the embedded database. Unset DATABASE_URL, and move it to PostgreSQL afterwards (npm run move).',
    );
  if (!at.url) {
    if (existsSync(at.folder)) throw new ToolFault(`There is a database in ${at.folder}. Set DATA_FOLDER to a new folder.`);
    return openDatabase({ folder: at.folder, template: file });
  }
  await refusePooler(at.url);
  const database = await openDatabase({ url: at.url, connections: 2 });
  try {
    const { length } = await findTables(database.db);
    if (length > 0) throw new ToolFault(`The database at DATABASE_URL holds ${length} tables. Name an empty one.`);
    await restoreDump(at.url, file);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Restores a copy aside and runs work on it: in a scratch database of the PostgreSQL server, or in a temporary folder. Both
 * are removed at the end.
 */
export async function withCopy<T>(
  copy: DatabaseCopy,
  server: string | undefined,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const run = async (opening: Promise<OpenDatabase>) => {
    const database = await opening;
    return work(database).finally(() => database.close());
  };
  if (copy.kind === 'PostgreSQL') {
    if (!server)
      throw new ToolFault('This backup is of PostgreSQL. Name a server on which it can be restored, with --server or DATABASE_URL.');
    await refusePooler(server);
    return withScratch(server, async (url) => {
      await restoreDump(url, copy.file);
      return run(openDatabase({ url, connections: 2 }));
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'abhyas-verify-'));
  try {
    return await run(openDatabase({ folder: join(folder, 'database'), template: copy.file }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
