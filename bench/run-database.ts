import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';

/** A database that one run of the bench makes for itself and removes. */
export interface RunDatabase {
  kind: OpenDatabase['kind'];
  /** Address on the PostgreSQL server; undefined for the embedded database. */
  url: string | undefined;
  /** Holds the embedded database, in its folder `database`. */
  dataFolder: string;
  /** Works on the database while no server has it open. */
  use<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

async function within<T>(opening: Promise<OpenDatabase>, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const onServer = (url: string, statement: string) =>
  within(openDatabase({ url, connections: 1 }), async ({ pool }) => void (await pool.query(statement)));

/** Makes the database on the server that `serverUrl` names, else an embedded one in a temporary folder. */
export async function makeRunDatabase(serverUrl: string | undefined): Promise<RunDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-bench-'));
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true });
  if (!serverUrl) {
    const folder = join(dataFolder, 'database');
    return {
      kind: 'embedded',
      url: undefined,
      dataFolder,
      use: (work) => within(openDatabase({ folder }), work),
      remove: async () => removeFolder(),
    };
  }
  const name = `abhyas_bench_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const address = new URL(serverUrl);
  address.pathname = name;
  return {
    kind: 'PostgreSQL',
    url: address.href,
    dataFolder,
    use: (work) => within(openDatabase({ url: address.href }), work),
    remove: async () => {
      removeFolder();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
