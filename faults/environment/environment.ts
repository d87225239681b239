import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';
import { BuiltServer } from './built-server.ts';
import { Cluster } from './cluster.ts';
import { DatabaseLink } from './database-link.ts';
import { FrontProxy } from './front-proxy.ts';

/** The servers of one part of a run, with their database. */
export interface Environment {
  name: string;
  cluster: Cluster | null;
  servers: BuiltServer[];
  /** The addresses that students call: one proxy in front of each server. */
  proxies: FrontProxy[];
  /** The network between each server and its database; empty where the database runs in the server's process. */
  links: DatabaseLink[];
  folder: string;
  startServers(): Promise<void>;
  /** Reads or writes without the servers; the server of an embedded database is stopped meanwhile. */
  withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T>;
  /** Stops all processes; with `keepsFolder` the folder stays, for its logs. */
  remove(keepsFolder: boolean): Promise<void>;
}

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-faults-'));
  // The cluster's user must be able to pass through this folder to its own.
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

async function startProxies({ servers, proxies }: Pick<Environment, 'servers' | 'proxies'>) {
  proxies.push(...(await Promise.all(servers.map(({ address }) => FrontProxy.start(address)))));
}

type Parts = Pick<Environment, 'servers' | 'proxies' | 'links' | 'cluster' | 'folder'>;

async function removeEnvironment({ servers, proxies, links, cluster, folder }: Parts, keepsFolder: boolean) {
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all([...proxies, ...links].map((part) => part.close()));
  await cluster?.stop();
  if (!keepsFolder) rmSync(folder, { recursive: true, force: true });
}

/** Starts servers on a PostgreSQL cluster of their own. */
export async function onPostgres(serverCount: number): Promise<Environment> {
  const folder = newFolder();
  const cluster = await Cluster.start(folder);
  const servers: BuiltServer[] = [];
  const proxies: FrontProxy[] = [];
  const links: DatabaseLink[] = [];
  return {
    name: `PostgreSQL, ${serverCount} servers`,
    cluster,
    servers,
    proxies,
    links,
    folder,
    startServers: async () => {
      links.push(...(await Promise.all(Array.from({ length: serverCount }, () => DatabaseLink.start(cluster.url)))));
      const secret = randomBytes(32).toString('hex');
      const start = ({ url }: DatabaseLink, number: number) =>
        BuiltServer.start({ dataFolder: join(folder, `server-${number}`), databaseUrl: url, secret });
      servers.push(...(await Promise.all(links.map(start))));
      await startProxies({ servers, proxies });
    },
    withDatabase: (work) => using(openDatabase({ url: cluster.url, connections: 2 }), work),
    remove: (keepsFolder) => removeEnvironment({ servers, proxies, links, cluster, folder }, keepsFolder),
  };
}

/** Starts one server with the embedded database. */
export function onEmbedded(): Environment {
  const folder = newFolder();
  const dataFolder = join(folder, 'server');
  const servers: BuiltServer[] = [];
  const proxies: FrontProxy[] = [];
  return {
    name: 'embedded, 1 server',
    cluster: null,
    servers,
    proxies,
    links: [],
    folder,
    startServers: async () => {
      servers.push(await BuiltServer.start({ dataFolder, databaseUrl: '' }));
      await startProxies({ servers, proxies });
    },
    withDatabase: async (work) => {
      await Promise.all(servers.map((server) => server.stop()));
      try {
        return await using(openDatabase({ folder: join(dataFolder, 'database') }), work);
      } finally {
        await Promise.all(servers.map((server) => server.startAgain()));
      }
    },
    remove: (keepsFolder) => removeEnvironment({ servers, proxies, links: [], cluster: null, folder }, keepsFolder),
  };
}
