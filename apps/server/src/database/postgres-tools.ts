import { spawn } from 'node:child_process';
import pg from 'pg';

/** A program of PostgreSQL that is missing, too old or has failed, or an address that it cannot use; the message says what to do. */
export class ToolFault extends Error {}

/** The last lines of a program's error output, which name the cause. */
const mostComplaint = 2000;

/** Runs a program of PostgreSQL and returns its output. Passwords are passed in the environment, because everybody sees the arguments. */
function run(program: string, args: readonly string[], password = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = password === '' ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(password) };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [said, complained] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complained = (complained + text).slice(-mostComplaint)));
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new ToolFault(`${program} is not installed. Install the client programs of PostgreSQL (on Debian postgresql-client).`)
          : error,
      ),
    );
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new ToolFault(`${program} failed: ${complained.trim()}`))));
  });
}

/** The address without its password, and the password. */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url);
  const { password } = address;
  address.password = '';
  return { address: address.href, password };
}

/** Runs work on a plain connection, without settings that a pooler would refuse. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Throws a ToolFault if a pooler answers at the address. A pooler hands out process ids of its own, so its id differs from that of the
 * process which runs the statement.
 */
export async function refusePooler(url: string): Promise<void> {
  const isPooled = await onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== (client as pg.Client & { processID: number }).processID;
  });
  if (isPooled)
    throw new ToolFault(
      'A pooler answers at the address of the database, and no copy of one moment can be made through it. Set DATABASE_DIRECT_URL to the address of the database itself.',
    );
}

/** Throws a ToolFault if the program is missing, or older than the server: PostgreSQL's programs read servers of their version or earlier. */
async function requireVersion(program: 'pg_dump' | 'pg_restore', url: string): Promise<void> {
  const said = await run(program, ['--version']);
  const version = Number(/\b(\d+)(?:\.|\s|beta|rc|devel|$)/.exec(said)?.[1]);
  const server = await onServer(url, async (client) => {
    const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`);
    return rows[0]?.version ?? 0;
  });
  if (!(version >= server))
    throw new ToolFault(
      `${program} is of version ${version}, and the database is of version ${server}. Install the client programs of PostgreSQL ${server} or later.`,
    );
}

/** Writes a snapshot of the database, which an open transaction has exported, to a file in pg_dump's custom format. */
export async function dumpSnapshot(url: string, snapshot: string, file: string): Promise<void> {
  await requireVersion('pg_dump', url);
  const { address, password } = withoutPassword(url);
  await run('pg_dump', ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`, '--no-password', address], password);
}

/** Restores a file of `dumpSnapshot` into an empty database, without owners and rights of the original. */
export async function restoreDump(url: string, file: string): Promise<void> {
  await requireVersion('pg_restore', url);
  const { address, password } = withoutPassword(url);
  // A comment on an extension could be restored by its owner only.
  const settings = ['--no-owner', '--no-privileges', '--no-comments', '--exit-on-error', '--no-password'];
  await run('pg_restore', [...settings, `--dbname=${address}`, file], password);
}
