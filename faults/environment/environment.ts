import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';
import { BuiltServer } from './built-server.ts';
import { Cluster } from './cluster.ts';

/** What the students of one part of a run stand on: servers, and the database under them. */
export interface Environment {
  name: string;
  cluster: Cluster | null;
  servers: BuiltServer[];
  folder: string;
  startServers(): Promise<void>;
  /** Reads or writes past the servers; the embedded database is taken from its server for that long. */
  withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T>;
  /** Stops all processes; the folder stays when `keepsFolder`, for its logs. */
  remove(keepsFolder: boolean): Promise<void>;
}

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-faults-'));
  // The cluster's user passes through it to its own folder.
  chmodSync(folder, 0o755);
  return folder;
};

async function using<T>(opening: Promise<OpenDatabase>, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function removeEnvironment({ servers, cluster, folder }: Pick<Environment, 'servers' | 'cluster' | 'folder'>, keepsFolder: boolean) {
  await Promise.all(servers.map((server) => server.kill()));
  await cluster?.stop();
  if (!keepsFolder) rmSync(folder, { recursive: true, force: true });
}

/** Servers on a PostgreSQL cluster that is started for them. */
export async function onPostgres(serverCount: number): Promise<Environment> {
  const folder = newFolder();
  const cluster = await Cluster.start(folder);
  const servers: BuiltServer[] = [];
  return {
    name: `PostgreSQL, ${serverCount} servers`,
    cluster,
    servers,
    folder,
    startServers: async () => {
      const numbers = Array.from({ length: serverCount }, (_, number) => number);
      const start = (number: number) => BuiltServer.start({ dataFolder: join(folder, `server-${number}`), databaseUrl: cluster.url });
      servers.push(...(await Promise.all(numbers.map(start))));
    },
    withDatabase: (work) => using(openDatabase({ url: cluster.url, connections: 2 }), work),
    remove: (keepsFolder) => removeEnvironment({ servers, cluster, folder }, keepsFolder),
  };
}

/** One server with its database in its own process. */
export function onEmbedded(): Environment {
  const folder = newFolder();
  const dataFolder = join(folder, 'server');
  const servers: BuiltServer[] = [];
  return {
    name: 'embedded, 1 server',
    cluster: null,
    servers,
    folder,
    startServers: async () => {
      servers.push(await BuiltServer.start({ dataFolder, databaseUrl: '' }));
    },
    withDatabase: async (work) => {
      await Promise.all(servers.map((server) => server.stop()));
      try {
        return await using(openDatabase({ folder: join(dataFolder, 'database') }), work);
      } finally {
        await Promise.all(servers.map((server) => server.startAgain()));
      }
    },
    remove: (keepsFolder) => removeEnvironment({ servers, cluster: null, folder }, keepsFolder),
  };
}
