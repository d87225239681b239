import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { freePort, pause } from './waiting.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'apps/server/dist/main.js');

interface ServerPlace {
  dataFolder: string;
  /** Empty where the database is the embedded one. */
  databaseUrl: string;
  /** The secret that servers of one database share; its own where it is the only one. */
  secret?: string;
}

/** One process of the built product. It keeps its address through every kill. */
export class BuiltServer {
  readonly address: string;
  /** The number of times that the process ended without a command to end. */
  crashes = 0;
  readonly #place: ServerPlace;
  readonly #port: number;
  readonly #log: WriteStream;
  #process: ChildProcess | null = null;
  #isWanted = false;

  private constructor(place: ServerPlace, port: number) {
    this.#place = place;
    this.#port = port;
    this.address = `http://127.0.0.1:${port}`;
    this.#log = createWriteStream(`${place.dataFolder}.log`, { flags: 'a' });
  }

  static async start(place: ServerPlace): Promise<BuiltServer> {
    const server = new BuiltServer(place, await freePort());
    await server.startAgain();
    return server;
  }

  /** Starts the server and resolves when it serves; tries again for as long as the database prevents the start. */
  async startAgain(): Promise<void> {
    this.#isWanted = true;
    while (this.#isWanted && !(await this.#startOnce())) await pause(300);
  }

  async #startOnce(): Promise<boolean> {
    const { DATABASE_URL: _url, NODE_ENV: _mode, ...inherited } = process.env;
    const { dataFolder, databaseUrl, secret } = this.#place;
    const started = spawn(process.execPath, ['--enable-source-maps', file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        TRUST_PROXY: '127.0.0.1',
        DATA_FOLDER: dataFolder,
        DATABASE_URL: databaseUrl,
        ...(secret === undefined ? {} : { SECRET: secret }),
      },
    });
    this.#process = started;
    started.stderr?.pipe(this.#log, { end: false });
    const isServing = await new Promise<boolean>((resolve) => {
      let written = '';
      started.stdout?.setEncoding('utf8').on('data', (text: string) => {
        if (written.includes('Abhyas runs')) return;
        written += text;
        if (written.includes('Abhyas runs')) resolve(true);
      });
      started.once('exit', () => resolve(false));
    });
    if (isServing) {
      started.once('exit', () => {
        if (this.#process !== started || !this.#isWanted) return;
        this.crashes += 1;
        this.#log.write(`The server ended by itself: ${started.exitCode ?? started.signalCode}\n`);
        void this.startAgain();
      });
    }
    return isServing;
  }

  /** SIGKILL: the server finishes nothing of its work. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }
}
