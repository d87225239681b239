import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const built = join(root, 'apps/server/dist');

/** A program of the repository as its own process, with its output. */
export class Program {
  readonly process: ChildProcess;
  out = '';
  error = '';
  readonly #exit: Promise<number | null>;
  constructor(args: readonly string[], env: Record<string, string> = {}, command = process.execPath) {
    const { DATABASE_URL: _url, NODE_ENV: _mode, HOST: _host, ...inherited } = process.env;
    this.process = spawn(command, args, { cwd: root, env: { ...inherited, ...env } });
    this.#exit = once(this.process, 'close').then(([code]) => code as number | null);
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.error += text));
  }

  /** Resolves with the first output line that matches; rejects when the program ends without one. */
  says(words: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = words.exec(this.out);
        if (found) resolve(found);
      };
      this.process.stdout?.on('data', look);
      look();
      void this.#exit.then((code) => reject(new Error(`It ended with ${code}: ${this.out}${this.error}`)));
    });
  }

  ends(): Promise<number | null> {
    return this.#exit;
  }

  stop(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.#exit;
  }
}

/** The address of a server once it serves calls of its database. */
export async function servedBy(program: Program, kind: 'embedded' | 'PostgreSQL'): Promise<string> {
  const [, port] = await program.says(
    new RegExp(`Abhyas runs on http://localhost:(\\d+) \\(${kind} database\\)[^]*Press Ctrl\\+C to stop`),
  );
  return `http://127.0.0.1:${port}`;
}
