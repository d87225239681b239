import { get } from 'node:http';
import { connect } from 'node:net';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { built, Program, root, servedBy } from './program.ts';

const phone_number = '9000000001';

let data: string;
const running: Program[] = [];
function run(args: readonly string[], env: Record<string, string> = {}) {
  const program = new Program(args, env);
  running.push(program);
  return program;
}
const serverEnv = () => ({ PORT: '0', DATA_FOLDER: join(data, 'data') });
const server = (env: Record<string, string> = {}) => run([join(built, 'main.js')], { ...serverEnv(), ...env });

async function started(program = server()) {
  const address = await servedBy(program, 'embedded');
  const post = async (path: string, body: object) => {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  return { program, address, post };
}

/** A paper with a fault in its third line. */
function brokenPaper(): string {
  const file = join(data, 'broken.yaml');
  writeFileSync(file, 'paper:\n  code: a-paper\n  name: 5\n');
  return file;
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'abhyas-built-'));
  const build = run([join(root, 'scripts/build.mjs')]);
  expect(await build.ends(), build.error).toBe(0);
}, 600_000);
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')));
});
afterAll(() => {
  rmSync(data, { recursive: true });
});

test('the built server and its commands need only packages of production', () => {
  const dependencies = Object.assign(
    {},
    ...['apps/server', 'packages/exam', 'packages/contract', 'packages/exchange'].map(
      (folder) => (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { dependencies: object }).dependencies,
    ),
  ) as object;
  const files = readdirSync(built).filter((name) => name.endsWith('.js'));
  // An import within a template string is the source of a thread that runs only from TypeScript.
  const wanted = files.flatMap((name) =>
    [
      ...readFileSync(join(built, name), 'utf8').matchAll(
        /^(?:import|export) (?:[^'";]* from )?["']([^."'][^"']*)["']|(?<!`)import\(["']([^."'][^"']*)["']\)/gm,
      ),
    ].map(([, fixed, later]) => fixed ?? later ?? ''),
  );
  const packages = new Set(wanted.map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')));
  expect(packages).toContain('fastify');
  expect([...packages].filter((name) => !isBuiltin(name) && !Object.hasOwn(dependencies, name))).toEqual([]);
});

describe('the built server', () => {
  let first: Awaited<ReturnType<typeof started>>;
  let authorization: string;
  let me: unknown;
  const askWhoIAm = async (address: string) => (await fetch(`${address}/api/users/me`, { headers: { authorization } })).json();
  beforeAll(async () => {
    // The tests up to "stops at SIGTERM" share this server, so it is not stopped after the first of them.
    first = await started(new Program([join(built, 'main.js')], { ...serverEnv(), DRAIN_SECONDS: '5' }));
  }, 240_000);
  afterAll(() => first.program.stop('SIGKILL'));

  test('starts on an empty data folder with the demo, and prints its sign-ins', async () => {
    expect(first.program.out).toContain(phone_number);
    const counts = (await (await fetch(`${first.address}/api/home/get_landing_page_data`)).json()) as { question_count: number };
    expect(counts.question_count).toBeGreaterThanOrEqual(240);
  });

  test('serves the site, and lets its scripts be cached for ever', async () => {
    const page = await fetch(`${first.address}/home`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
    const asset = await fetch(`${first.address}${script}`);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, expect.stringMatching(/immutable/)]);
  });

  test('answers the calls of a student who signs in, and refuses those of a visitor', async () => {
    expect((await fetch(`${first.address}/api/users/me`)).status).toBe(401);
    const { demo_otp, request_id } = await first.post('/authentications/request_otp', { phone_number });
    const { token } = await first.post('/authentications/login', { phone_number, otp: demo_otp, request_id });
    authorization = `Bearer ${String(token)}`;
    me = await askWhoIAm(first.address);
    expect(me).toMatchObject({ user: { phone: phone_number } });
  });

  test('keeps a second server out of its data folder and off its port', async () => {
    const second = server();
    expect(await second.ends()).toBe(1);
    expect(second.error).toMatch(/^The database in [^\n]* is in use by process \d+\. Stop that one first\.\n$/);
    const { port } = new URL(first.address);
    const elsewhere = server({ DATA_FOLDER: join(data, 'elsewhere'), PORT: port });
    expect(await elsewhere.ends()).toBe(1);
    expect(elsewhere.error).toBe(`Port ${port} is in use. Stop what listens there, or set PORT to another one.\n`);
  }, 120_000);

  test('after SIGTERM reports not ready but still serves calls, then stops without an error and releases its data folder', async () => {
    const statusOf = async (path: string) => (await fetch(`${first.address}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const stopped = first.program.stop('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { timeout: 4000 }).toBe(503);
    expect([await statusOf('/healthz'), await askWhoIAm(first.address)]).toEqual([200, me]);
    expect(await stopped).toBe(0);
    expect(first.program.error).toBe('');
    expect(existsSync(join(data, 'data/database.lock'))).toBe(false);
  });

  test('starts again on the same data folder with its data and its sign-ins', async () => {
    const again = await started();
    expect(again.program.out).not.toContain('Loading the demo questions');
    expect(await askWhoIAm(again.address)).toEqual(me);
    expect(await again.program.stop('SIGINT')).toBe(0);
  }, 120_000);

  test('with a low limit of open files, answers other callers while strangers open as many connections as they can', async () => {
    // 640 connections from one address are more than a server with at most 600 open files can accept.
    const [most, silent] = [600, 640];
    const program = new Program(['-c', `ulimit -n ${most}; exec "$0" "$1"`, process.execPath, join(built, 'main.js')], serverEnv(), 'sh');
    running.push(program);
    const { address } = await started(program);
    expect(program.out).toContain(`With a limit of ${most} open files`);
    const { port } = new URL(address);
    const statusFrom = (localAddress: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path: '/api/home/get_landing_page_data', host: '127.0.0.1', localAddress, agent: false }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode));
        }).once('error', reject);
      });
    // This request makes the database open its files before the connections use up the limit.
    expect(await statusFrom('127.0.0.2')).toBe(200);
    const sockets = Array.from({ length: silent }, () => connect({ port: Number(port), host: '127.0.0.1' }).resume());
    let closed = 0;
    for (const socket of sockets) socket.on('error', () => {}).once('close', () => (closed += 1));
    await expect.poll(() => closed, { timeout: 20_000 }).toBeGreaterThanOrEqual(silent - most / 2);
    expect(await statusFrom('127.0.0.2')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusFrom('127.0.0.1').catch(() => null), { timeout: 20_000 }).toBe(200);
    expect(program.process.exitCode).toBeNull();
    expect(await program.stop('SIGTERM')).toBe(0);
  }, 120_000);

  test.each([
    [{ PORT: 'http' }, 'PORT is "http"; it must be a whole number from 0 to 65535.\n'],
    [{ NODE_ENV: 'production' }, /^[^\n]*NODE_ENV=production refuses the demo's stand-in\.[^\n]*\n$/],
    [{ HOST: '0.0.0.0' }, /^[^\n]*HOST=0\.0\.0\.0 refuses the demo's stand-in\.[^\n]*\n$/],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/abhyas' },
      /^The database at DATABASE_URL, or at DATABASE_DIRECT_URL, cannot be opened: [^\n]*ECONNREFUSED[^\n]*\.\n$/,
    ],
  ])('does not start with %o, and says why in one sentence', async (env, sentence) => {
    const program = server(env);
    expect(await program.ends()).toBe(1);
    if (typeof sentence === 'string') expect(program.error).toBe(sentence);
    else expect(program.error).toMatch(sentence);
    expect(program.out).toBe('');
  });
});

/** Runs the content command with an environment, as `npm run content` does. */
const contentWith = (env: Record<string, string>, ...words: string[]) =>
  run([join(built, 'command-line.js'), 'content', ...words], {
    DATA_FOLDER: join(data, 'data'),
    ...env,
  });
const content = (...words: string[]) => contentWith({}, ...words);

describe('the content command', () => {
  test('finds no fault in the demo bank', async () => {
    const program = content('check', 'content/bank', 'content/papers');
    expect(await program.ends(), program.out).toBe(0);
    expect(program.out).toMatch(/^\d+ questions in \d+ chapters, \d+ papers.*: no faults\.\n$/);
  });

  test('reports a fault with its place, and fails', async () => {
    const program = content('check', brokenPaper());
    expect(await program.ends()).toBe(1);
    expect(program.out).toMatch(/broken\.yaml:3: name is text: put quotes around 5/);
    expect(program.out).toMatch(/\d+ faults; nothing was changed\.\n$/);
  });

  test('stops on a bad setting with the same message as the server', async () => {
    const program = contentWith({ DATABASE_URL: 'mysql://db.example/abhyas' }, 'import', 'content/papers');
    expect(await program.ends()).toBe(1);
    expect(program.error).toBe('DATABASE_URL must be an address that begins with postgres:// or postgresql://.\n');
  });

  test('is refused without the secret of the server, and says what to do', async () => {
    const program = contentWith({ SECRET: 'the secret of another installation' }, 'import', join(root, 'content/papers/quick-mock.yaml'));
    expect(await program.ends()).toBe(1);
    expect(program.error).toMatch(/^This is not the SECRET of the servers of this database[^\n]*\n$/);
  }, 120_000);

  test('works through the running server if that server has the database open', async () => {
    const { program } = await started();
    const refused = content('import', brokenPaper());
    expect(await refused.ends()).toBe(1);
    expect(refused.out).toMatch(/broken\.yaml:3: name is text: put quotes around 5/);
    const loaded = content('import', join(root, 'content/papers/quick-mock.yaml'));
    expect(await loaded.ends(), loaded.out + loaded.error).toBe(0);
    expect(loaded.out).toMatch(/^0 questions in 0 chapters, 1 papers.*: loaded\.\n$/);
    expect(await program.stop('SIGTERM')).toBe(0);
  }, 240_000);
});
