import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunDatabase } from '../run-database.ts';

/** One for all servers of a run: a second server on the database must read what the first has written. */
const secret = 'of measured servers alone, and of nothing else';

export interface MeasuredServer {
  /** Without a slash at the end. */
  address: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a built server on the run's database, in its own process and on a free port. */
export async function startServer(
  file: string,
  args: readonly string[],
  { url, dataFolder, isSpread }: RunDatabase,
): Promise<MeasuredServer> {
  const child = fork(file, args, {
    execArgv: [
      '--enable-source-maps',
      ...(process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []),
    ],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_FOLDER: dataFolder,
      DATABASE_URL: url ?? '',
      DATABASE_IS_SPREAD: isSpread ? '1' : '0',
      NODE_ENV: 'development',
      SECRET: secret,
    },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let written = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const port = /http:\/\/localhost:(\d+)/.exec(written)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`The measured server ended with code ${code}:\n${written}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { address, child, stop };
}

/** Starts two servers on one database, as behind a balancer. Throws on the embedded database, which only one process can open. */
export async function startTwoServers(file: string, database: RunDatabase): Promise<[MeasuredServer, MeasuredServer]> {
  if (database.kind === 'embedded') throw new Error('This measure needs PostgreSQL: set DATABASE_URL.');
  const first = await startServer(file, [], database);
  try {
    return [first, await startServer(file, [], { ...database, dataFolder: join(database.dataFolder, 'second') })];
  } catch (error) {
    await first.stop();
    throw error;
  }
}
