import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapter as speed, lift, paper } from '../testing/content-folder.ts';
import { addPaper, fourOptions, phoneOf } from '../testing/attempts.ts';
import { entryArguments } from '../testing/processes.ts';
import { storySecret, tellStory } from '../testing/story.ts';
import type { Command } from './command.ts';
import { handToServer, socketsOf, takeCommands } from './command-socket.ts';
import { commands } from './commands.ts';
import { typingUser } from './typed-commands.ts';

const story = tellStory();
const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-commands-'));
const contextOf = () => ({ db: story.database.db, now: story.now, random: Math.random, secret: storySecret, isServing: true });
afterAll(() => rmSync(dataFolder, { recursive: true }));

/** Runs `npm run NAME -- WORDS` beside a server, in its own process. */
function typed(...args: string[]): Promise<{ exit: number | null; said: string; complained: string }> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const child = spawn(process.execPath, [...entryArguments('commands/command-line.ts'), ...args], {
    env: { ...env, DATA_FOLDER: dataFolder },
  });
  const [said, complained]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text: Buffer) => said.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => complained.push(text.toString()));
  return new Promise((resolve) => {
    child.once('close', (exit) => resolve({ exit, said: said.join(''), complained: complained.join('') }));
  });
}

describe('beside a running server', () => {
  let stop: () => void;
  beforeAll(async () => {
    await addPaper(story, 'handed', [fourOptions(21)]);
    const failing: Command = () => Promise.reject(new Error('The disk is full'));
    stop = await takeCommands(dataFolder, { ...commands, failing }, contextOf);
  });
  afterAll(() => stop());

  test('the server runs a command, in its own database', async () => {
    const phone = await phoneOf(story, await story.student({ institute: 'school' }));
    expect(await typed('institute', 'assign', 'handed', '--phones', phone, '--reason', 'Asked for by the school.')).toEqual({
      exit: 0,
      said: 'Assigned to 1 students.\n',
      complained: '',
    });
    const { rows } = await story.database.pool.query(
      'select u.phone from paper_assignments a join users u on u.id = a.student_id join papers p on p.id = a.paper_id where p.code = $1',
      ['handed'],
    );
    expect(rows).toEqual([{ phone }]);
  });

  test('a typed command is kept with its user and outcome, but without its numbers and names', async () => {
    await story.database.pool.query('delete from typed_commands');
    const lines: string[] = [];
    const send = (name: string, ...args: string[]) => handToServer(dataFolder, name, args, (line) => lines.push(line));
    await send('institute', 'status', 'handed', '--reason', 'Asked for by 7000000001.');
    await expect(send('failing')).rejects.toThrow('The disk is full');
    await send('institute', '7000000001');
    lines.length = 0;
    await send('maintenance', 'commands');
    expect(lines).toEqual(
      ['maintenance commands  not ended', 'institute  ended with 2', 'failing  ended with 1', 'institute status  done'].map(
        (line) => `${story.now.toISOString()}  ${userInfo().username}  ${line}`,
      ),
    );
  });

  test.each([
    [{}, userInfo().username],
    [{ SUDO_USER: 'asha' }, `asha as ${userInfo().username}`],
  ])('the user of the machine is named with %j', (environment, name) => {
    expect(typingUser(environment)).toBe(name);
  });

  const folder = join(dataFolder, 'mine');
  const file = join(folder, 'bank', 'speed.yaml');
  const onlyPaper = join(folder, 'papers', 'speed.yaml');

  test("the server loads content, and a single paper is checked against the server's content", async () => {
    for (const inside of ['bank', 'papers', 'figures/physics']) mkdirSync(join(folder, inside), { recursive: true });
    writeFileSync(join(folder, 'figures/physics/lift.svg'), lift);
    writeFileSync(file, speed);
    writeFileSync(onlyPaper, paper);
    const told: string[] = [];
    const handed = (...args: string[]) => handToServer(dataFolder, 'content', args, (line) => told.push(line));
    expect(await handed('check', onlyPaper)).toBe(1);
    expect(told.splice(0)).toContainEqual(expect.stringMatching(/There is no question phy-speed-004/));
    expect(await handed('import', folder)).toBe(0);
    expect(told.splice(0)).toEqual(['5 questions in 1 chapters, 1 papers, 0 cheat sheets: loaded.']);
    expect(await typed('content', 'check', onlyPaper)).toMatchObject({ exit: 0, said: expect.stringMatching(/no faults\.\n$/) });
    writeFileSync(file, speed.replace('solution: Ten.', '').replace('Twice five.', 'Twice <five.'));
    expect(await handed('import', folder)).toBe(1);
    expect(told.splice(0)).toEqual([
      expect.stringMatching(/Not an allowed tag: <five\.$/),
      expect.stringMatching(/: warning: phy-speed-002: has no solution$/),
      '1 faults, 1 warnings; nothing was changed.',
    ]);
    expect(await handed('check', '--strict', folder)).toBe(1);
    expect(told.at(-1)).toBe('2 faults; nothing was changed.');
  });

  test('a command that is not understood exits with 2, and a command that cannot be carried out with 1', async () => {
    expect(await typed('institute', 'asign', 'handed')).toMatchObject({ exit: 2, said: expect.stringMatching(/^Usage:/) });
    expect(await typed('institute', 'assign', 'nothing', '--reason', 'Asked for by the school.')).toMatchObject({
      exit: 1,
      said: 'There is no paper nothing.\n',
    });
  });

  const hand = (name: string, ...args: string[]) => handToServer(dataFolder, name, args, () => {});

  test('a failing command and an unknown command are reported with their own messages', async () => {
    await expect(hand('failing')).rejects.toThrow(/^The disk is full$/);
    await expect(hand('toString')).rejects.toThrow(/^There is no command toString$/);
    expect(await hand('institute')).toBe(2);
  });

  test('input that is not a command leaves the server unchanged', async () => {
    for (const args of ['{', 'null', '[]', '[7]']) {
      const connection = createConnection(socketsOf(dataFolder)[0] ?? '').on('error', () => {});
      const answer = new Promise<string>((resolve) => connection.once('data', (text) => resolve(text.toString())));
      connection.write(`${args}\n`);
      expect(JSON.parse(await answer)).toEqual({ failure: expect.any(String) });
    }
    expect(await hand('institute')).toBe(2);
  });

  const answerTo = async (sent: (connection: Socket) => void) => {
    const connection = createConnection(socketsOf(dataFolder)[0] ?? '');
    const answer: string[] = [];
    connection.on('data', (text) => answer.push(text.toString()));
    // The server may have closed while this end is still sending.
    connection.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => void connection.once('close', resolve));
    sent(connection);
    await closed;
    return answer.join('');
  };

  test('a command without an end is refused after 4 MB, and a long command is carried out', async () => {
    const endless = Buffer.alloc(64 * 1024, 'a');
    let sent = 0;
    const answer = await answerTo((connection) => {
      const more = () => {
        while (!connection.destroyed && sent < 2 ** 28) {
          sent += endless.length;
          if (!connection.write(endless)) return void connection.once('drain', more);
        }
      };
      more();
    });
    expect(JSON.parse(answer)).toEqual({ failure: 'The command is too long. Give it in several.' });
    expect(sent).toBeLessThan(2 ** 24);
    expect(await hand('institute', 'a'.repeat(1024 * 1024))).toBe(2);
  });

  test('a connection takes one command', async () => {
    const answer = await answerTo((connection) => void connection.write('{"by":"asha","words":["institute"]}\n'.repeat(2)));
    expect(answer.match(/"exit"/g)).toHaveLength(1);
  });
});

test('a command fails if the server stops before the command is done', async () => {
  const server = createServer((connection) => connection.once('data', () => connection.destroy()));
  await new Promise<void>((resolve) => void server.listen(join(dataFolder, 'commands-0a.sock'), resolve));
  await expect(handToServer(dataFolder, 'institute', [], () => {})).rejects.toThrow('The server stopped before the command was done.');
  await new Promise((resolve) => server.close(resolve));
});

describe('the socket of a server', () => {
  const long = join(dataFolder, 'a folder of a long name '.repeat(8));
  test.each([
    ['is in the data folder', join(dataFolder, 'short')],
    ['is reached by a link there if the path is too long for a socket', long],
  ])('%s, only for its owner, and is removed with the server', async (_title, folder) => {
    expect(await handToServer(folder, 'institute', [], () => {})).toBeNull();
    const mask = process.umask(0);
    const stop = await takeCommands(folder, { nothing: () => Promise.resolve(7) }, contextOf);
    expect(process.umask(mask)).toBe(0);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^commands-[\da-f]{8}\.sock$/)]);
    expect(statSync(socketsOf(folder)[0] ?? '').mode & 0o077).toBe(0);
    expect(await handToServer(folder, 'nothing', [], () => {})).toBe(7);
    stop();
    expect(readdirSync(folder)).toEqual([]);
    expect(await handToServer(folder, 'nothing', [], () => {})).toBeNull();
  });
});

test('two servers with one data folder keep their own sockets, and the socket of a killed server is removed', async () => {
  const folder = join(dataFolder, 'shared');
  const exitOf = () => handToServer(folder, 'nothing', [], () => {});
  mkdirSync(folder);
  writeFileSync(join(folder, 'commands.sock'), '');
  const stopFirst = await takeCommands(folder, { nothing: () => Promise.resolve(7) }, contextOf);
  const stopSecond = await takeCommands(folder, { nothing: () => Promise.resolve(7) }, contextOf);
  expect(socketsOf(folder)).toHaveLength(2);
  stopSecond();
  expect(await exitOf()).toBe(7);
  const stopThird = await takeCommands(folder, { nothing: () => Promise.resolve(7) }, contextOf);
  stopFirst();
  expect(await exitOf()).toBe(7);
  stopThird();
  expect(await exitOf()).toBeNull();
});

test('does not exist without a server, and the command does the work itself', async () => {
  expect(await handToServer(dataFolder, 'institute', [], () => {})).toBeNull();
  expect(await typed('institute', 'publish', 'nothing', '--reason', 'Asked for by the school.')).toMatchObject({
    exit: 1,
    said: 'There is no paper nothing.\n',
  });
  mkdirSync(join(dataFolder, 'alone'));
  const alone = join(dataFolder, 'alone', 'speed.yaml');
  writeFileSync(alone, speed.replaceAll(/.*lift.svg.*\n/g, '').replace('    option_figures:\n', "    options: ['a', 'b', 'c', 'd']\n"));
  const before = readdirSync(dataFolder);
  expect(await typed('content', 'check', alone)).toMatchObject({
    exit: 0,
    said: '5 questions in 1 chapters, 0 papers, 0 cheat sheets: no faults.\n',
  });
  expect(readdirSync(dataFolder)).toEqual(before);
  expect(await typed('nothing')).toMatchObject({
    exit: 1,
    complained: expect.stringMatching(/^There is no command nothing\. Commands: backup, .*scores, .*scale\.\n$/),
  });
}, 240_000);
