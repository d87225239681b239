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
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = await openDatabase({ url, connections: 1 });
  try {
    await server.pool.query(statement);
  } finally {
    await server.close();
  }
}

/** Makes the database on the server that `serverUrl` names, else an embedded one in a temporary folder. */
export async function makeRunDatabase(serverUrl: string | undefined): Promise<RunDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-bench-'));
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true });
  if (!serverUrl) {
    const open = () => openDatabase({ folder: join(dataFolder, 'database') });
    return { kind: 'embedded', url: undefined, dataFolder, open, remove: async () => removeFolder() };
  }
  const name = `abhyas_bench_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const address = new URL(serverUrl);
  address.pathname = name;
  return {
    kind: 'PostgreSQL',
    url: address.href,
    dataFolder,
    open: () => openDatabase({ url: address.href }),
    remove: async () => {
      removeFolder();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
