import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';
import { atDatabase, dropDatabase, joinServers, onDatabase, spreadDatabase } from '@abhyas/server/testing/citus';

/** The parts of a bench database that another process needs in order to open it. */
export interface RunAddress {
  kind: OpenDatabase['kind'];
  /** Address on the PostgreSQL server; undefined for the embedded database. */
  url: string | undefined;
  /** Whether Citus has spread it. */
  isSpread: boolean;
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

/** As many as an installation has. */
const shards = 32;
/** Workers over which Citus spreads the run's database, as `host:port`; none: over the coordinator alone; undefined: it stays whole. */
const workers = process.env['CITUS_WORKERS']?.split(',').filter((worker) => worker !== '');
export const isToBeSpread = workers !== undefined;

/** The database of a run, for a process that did not create it. */
export const runDatabase = (address: RunAddress): RunDatabase => ({
  ...address,
  use: (work) => {
    const { url, dataFolder } = address;
    return within(openDatabase(url ? { url, isSpread: address.isSpread } : { folder: join(dataFolder, 'database') }), work);
  },
});

interface MadeDatabase {
  address: RunAddress;
  /** Spreads the filled database over the workers, if they are named. Returns its address from then on. */
  spread(): Promise<RunAddress>;
  remove(): Promise<void>;
}

/** Creates the database on the server that `serverUrl` names, else an embedded one in a temporary folder. */
export async function makeRunDatabase(serverUrl: string | undefined): Promise<MadeDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-bench-'));
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true });
  if (!serverUrl) {
    const address = { kind: 'embedded', url: undefined, dataFolder, isSpread: false } as const;
    return { address, spread: async () => address, remove: async () => removeFolder() };
  }
  const name = `abhyas_bench_${randomBytes(6).toString('hex')}`;
  const servers = [serverUrl, ...(workers ?? []).map((worker) => Object.assign(new URL(serverUrl), { host: worker }).href)];
  for (const server of servers) await onDatabase(server, [`create database ${name}`]);
  const url = atDatabase(serverUrl, name);
  const address = { kind: 'PostgreSQL', url, dataFolder, isSpread: false } as const;
  const spread = async () => {
    if (!workers) return address;
    await joinServers(servers, name);
    await spreadDatabase(url, () => {}, shards);
    return { ...address, isSpread: true };
  };
  const remove = async () => {
    removeFolder();
    for (const server of servers) await dropDatabase(server, name);
  };
  return { address, spread, remove };
}
