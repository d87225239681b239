import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { staffCommand } from './staff.ts';
import { signIn, signsInAgain } from './sign-in.ts';

const root = dirname(dirname(import.meta.dirname));
const server = join(root, 'apps/server/dist/main.js');

/** Students of the demo, and the owner, a teacher and a guardian of its institute: apps/server/src/demo.ts. */
const demoPhones = [...Array.from({ length: 8 }, (_, at) => `900000000${at + 1}`), '9000000011', '9000000012', '9000000014'];

async function addressOf(child: ChildProcess): Promise<string> {
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  const port = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /http:\/\/localhost:(\d+)/.exec(written)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The built server ended with code ${code}:\n${written}`)));
  });
  return `http://127.0.0.1:${await port}`;
}

/** Starts the built site on a database of its own, loads the content of the tests, and signs in the students they use. @public */
export default async function startSite(): Promise<() => Promise<void>> {
  if (!existsSync(server)) throw new Error('The site is not built: run `npm run build` first.');
  const folder = await mkdtemp(join(tmpdir(), 'abhyas-browser-'));
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_FOLDER: folder,
    DATABASE_URL: '',
    NODE_ENV: 'development',
    MAINTENANCE: '0',
  };
  const child = fork(server, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = await addressOf(child);
    await staffCommand(folder, 'content', 'import', join(import.meta.dirname, 'content'), '--reason', 'Content of browser tests.');
    const tokens: Record<string, string> = {};
    for (const phone of demoPhones) tokens[phone] = await signIn(address, phone);
    tokens[signsInAgain] = await signIn(address, signsInAgain, { name: 'Anu Iyer', course: 'MED_ENG' });
    process.env['SITE_ADDRESS'] = address;
    process.env['SITE_FOLDER'] = folder;
    process.env['SITE_TOKENS'] = JSON.stringify(tokens);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return stop;
}
