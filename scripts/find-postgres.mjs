// Prints the address of a PostgreSQL on this machine that tests may use, or nothing. Other output goes to stderr.
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { root } from './root.mjs';

const host = '127.0.0.1';
const port = 5432;
const candidates = [
  `postgres://postgres@${host}:${port}/postgres`,
  `postgres://root@${host}:${port}/test`,
  `postgres://root@${host}:${port}/postgres`,
];
const oldestVersion = 150_000;
const usable = `
  select current_setting('server_version_num')::int >= ${oldestVersion} and (rolsuper or rolcreatedb) as is_usable
  from pg_roles where rolname = current_user`;

const answers = () =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });

async function isUsable(address) {
  const { Client } = createRequire(join(root, 'apps/server/package.json'))('pg');
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query(usable);
    return rows[0]?.is_usable === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function find() {
  if (!(await answers()))
    return console.error(`No PostgreSQL answers on ${host}:${port}: the server's tests run on the embedded database only.`);
  for (const address of candidates) if (await isUsable(address)) return console.log(address);
  console.error(
    `The PostgreSQL on ${host}:${port} is older than 15 or refuses the test user: the server's tests run on the embedded database only.`,
  );
}

await find();
