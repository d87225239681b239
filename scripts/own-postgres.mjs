// `own-postgres.mjs start FOLDER` starts a PostgreSQL for tests in that folder and prints its address. Where Debian's programs of
// PostgreSQL are not installed, it prints nothing. `own-postgres.mjs stop FOLDER` stops that server and removes the folder.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { giveToPostgres, startServer, stopServer } from './postgres-server.mjs';

const place = '/usr/lib/postgresql';
const oldestVersion = 15;
const data = 'data';
// The databases live for seconds, so nothing in them needs a vacuum. The files may lie in memory, so little of the log of writes is kept.
const settings = 'synchronous_commit = off\nautovacuum = off\nmax_wal_size = 256MB\n';

/** The folder of the newest installed PostgreSQL's programs. */
function programs() {
  const versions = existsSync(place) ? readdirSync(place).map(Number) : [];
  const [newest] = versions
    .filter((version) => version >= oldestVersion && existsSync(join(place, `${version}/bin/initdb`)))
    .toSorted((a, b) => b - a);
  return newest === undefined ? undefined : join(place, `${newest}/bin`);
}

async function start(bin, folder) {
  const port = await freePort();
  giveToPostgres(folder);
  startServer(bin, folder, data, port, settings);
  console.log(`postgres://postgres@127.0.0.1:${port}/postgres`);
}

function stop(bin, folder) {
  if (existsSync(join(folder, data, 'postmaster.pid'))) stopServer(bin, folder, data);
  rmSync(folder, { recursive: true });
}

const [verb, folder] = process.argv.slice(2);
if (!folder || !['start', 'stop'].includes(verb)) throw new Error('Usage: own-postgres.mjs start|stop FOLDER');
const bin = programs();
if (verb === 'stop') stop(bin, folder);
else if (bin) await start(bin, folder);
