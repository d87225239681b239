import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';

/** The parts of a bench database that another process needs in order to open it. */
export interface RunAddress {
  kind: OpenDatabase['kind'];
  /** Address on the PostgreSQL server; undefined for the embedded database. */
  url: string | undefined;
  /** The data folder; its subfolder `database` is the embedded database. */
  dataFolder: string;
}

/** A database that one run of the bench creates and removes. */
export interface RunDatabase extends RunAddress {
  /** Uses the database while no server has it open. */
  use<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T>;
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

/** The database of a run, for a process that did not create it. */
export const runDatabase = (address: RunAddress): RunDatabase => ({
  ...address,
  use: (work) => within(openDatabase(address.url ? { url: address.url } : { folder: join(address.dataFolder, 'database') }), work),
});

/** Creates the database on the server that `serverUrl` names, else an embedded one in a temporary folder. */
export async function makeRunDatabase(serverUrl: string | undefined): Promise<{ address: RunAddress; remove(): Promise<void> }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-bench-'));
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true });
  if (!serverUrl) return { address: { kind: 'embedded', url: undefined, dataFolder }, remove: async () => removeFolder() };
  const name = `abhyas_bench_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const remove = async () => {
    removeFolder();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  };
  return { address: { kind: 'PostgreSQL', url: url.href, dataFolder }, remove };
}
