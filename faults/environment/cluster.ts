import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { openDatabase } from '@abhyas/server/database/open';
import { freePort, pause } from './waiting.ts';

const debianFolder = '/usr/lib/postgresql';
const user = 'postgres';

function folderOfPrograms(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (!found) throw new Error('The fault run starts a PostgreSQL of its own and finds no initdb. Install PostgreSQL 15 or later.');
  return found;
}

/** A user to run PostgreSQL as, because it refuses to run as root. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL server of this run, with its own folder and port. No other PostgreSQL server is ever killed. */
export class Cluster {
  readonly url: string;
  readonly #programs: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #owner = owner();
  #process: ChildProcess | null = null;

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  }

  static async start(folder: string): Promise<Cluster> {
    const cluster = new Cluster(folderOfPrograms(), join(folder, 'cluster'), await freePort());
    mkdirSync(cluster.#folder);
    const { uid, gid } = cluster.#owner;
    if (uid !== undefined && gid !== undefined) chownSync(cluster.#folder, uid, gid);
    execFileSync(join(cluster.#programs, 'initdb'), ['-D', cluster.#folder, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-instructions'], {
      ...cluster.#owner,
      cwd: cluster.#folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await cluster.startAgain();
    return cluster;
  }

  /**
   * Starts the server, also after a kill, and resolves when it answers. Remaining processes of a killed server block the folder for a
   * moment.
   */
  async startAgain(): Promise<void> {
    for (;;) {
      const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.#folder}`, 'max_connections=60'];
      const started = spawn(
        join(this.#programs, 'postgres'),
        ['-D', this.#folder, '-p', String(this.#port), ...settings.flatMap((setting) => ['-c', setting])],
        { ...this.#owner, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      started.stderr?.on('data', (bytes: Buffer) => appendFileSync(`${this.#folder}.log`, bytes));
      this.#process = started;
      while (started.exitCode === null && started.signalCode === null) {
        if (await this.#answers()) return;
        await pause(100);
      }
      await pause(200);
    }
  }

  async #answers(): Promise<boolean> {
    const { pool, close } = await openDatabase({ url: this.url, connections: 1 });
    try {
      await pool.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await close();
    }
  }

  /** Refuses or allows writes, in open connections too. Tries again while the database is down. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    while (!(await this.#alter(isReadOnly))) await pause(100);
  }

  async #alter(isReadOnly: boolean): Promise<boolean> {
    const { pool, close } = await openDatabase({ url: this.url, connections: 1 });
    try {
      await pool.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
      await pool.query('select pg_reload_conf()');
      return true;
    } catch {
      return false;
    } finally {
      await close();
    }
  }

  /** Kills the postmaster with SIGKILL. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  }
}
