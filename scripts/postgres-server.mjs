import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user as whom PostgreSQL runs, unless it runs as the caller: it refuses to run as root. */
const otherUser = process.getuid?.() === 0 ? 'postgres' : undefined;

function run(program, ...words) {
  const [command, args] = otherUser ? ['runuser', ['-u', otherUser, '--', program, ...words]] : [program, words];
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: tmpdir() });
}

/** Lets PostgreSQL write into a folder. */
export function giveToPostgres(folder) {
  if (otherUser) execFileSync('chown', [otherUser, folder]);
}

/** Makes a server in a new folder `data` within a folder that is PostgreSQL's, and waits until it answers its user `postgres`. */
export function startServer(bin, folder, data, port, settings) {
  const place = join(folder, data);
  run(join(bin, 'initdb'), '-D', place, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  const ofPlace = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
  // Databases of tests need not survive a crash.
  const ofTests = 'fsync = off\nfull_page_writes = off\n';
  appendFileSync(join(place, 'postgresql.conf'), `\n${ofPlace}${ofTests}${settings}`);
  run(join(bin, 'pg_ctl'), '-D', place, '-l', join(folder, `${data}.log`), '-w', 'start');
}

export const stopServer = (bin, folder, data) => run(join(bin, 'pg_ctl'), '-D', join(folder, data), '-m', 'immediate', 'stop');
