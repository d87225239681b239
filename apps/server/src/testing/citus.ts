import pg from 'pg';
import { spread } from '../database/scale/spread.ts';

/** Fewer shards than an installation has: each test file gets a copy of all of them. */
const shardsOfTests = 4;

export function atDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** The coordinator of DATABASE_URL_CITUS, and its workers of CITUS_WORKERS, as `host:port` with commas between them. */
export function citusServers(environment: NodeJS.ProcessEnv): string[] {
  const coordinator = environment['DATABASE_URL_CITUS'];
  const workers = environment['CITUS_WORKERS']?.split(',').filter((worker) => worker !== '') ?? [];
  if (!coordinator || workers.length === 0)
    throw new Error('Set DATABASE_URL_CITUS, the address of the coordinator, and CITUS_WORKERS, host:port of each worker.');
  return [coordinator, ...workers.map((worker) => Object.assign(new URL(coordinator), { host: worker }).href)];
}

export async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the servers a cluster in a database of this name, which each of them has. Without workers the coordinator holds all parts. */
export async function joinServers([coordinator = '', ...workers]: readonly string[], name: string): Promise<void> {
  for (const server of [coordinator, ...workers]) await onDatabase(atDatabase(server, name), ['create extension citus']);
  const nodeOf = (server: string) => `'${new URL(server).hostname}', ${new URL(server).port || 5432}`;
  await onDatabase(atDatabase(coordinator, name), [
    `select citus_set_coordinator_host(${nodeOf(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${nodeOf(worker)})`),
    ...(workers.length === 0 ? [`select citus_set_node_property(${nodeOf(coordinator)}, 'shouldhaveshards', true)`] : []),
  ]);
}

export async function spreadDatabase(url: string, report: (line: string) => void = () => {}, shards = shardsOfTests): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await spread(client, report, shards).finally(() => client.end());
}

/** Makes a spread test database one whole and empty database again, on each server. */
export async function unspread(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers)
    await onDatabase(atDatabase(server, name), [
      'drop extension citus cascade',
      'drop schema if exists jobs cascade',
      'drop schema public cascade',
      'create schema public',
    ]);
}

const mostDrops = 6;

/** Drops a database. PostgreSQL waits five seconds for those that use it, and the maintenance process of Citus may take longer to end. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let drops = 1; ; drops += 1) {
    try {
      return await onDatabase(server, [`alter database ${name} with allow_connections false`, `drop database ${name} with (force)`]);
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === '55006';
      if (!isInUse || drops === mostDrops) throw error;
    }
  }
}

/**
 * Spreads a filled database over the servers, and closes it to connections: Citus keeps a connection to every open database, and PostgreSQL
 * copies only a database without any.
 */
export async function spreadOver(servers: readonly string[], name: string): Promise<void> {
  await joinServers(servers, name);
  await spreadDatabase(atDatabase(servers[0] ?? '', name));
  for (const server of servers)
    await onDatabase(server, [
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    ]);
}
