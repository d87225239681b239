import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapter as speed, lift, paper } from '../testing/content-folder.ts';
import { addPaper, fourOptions, phoneOf } from '../testing/attempts.ts';
import { storySecret, tellStory } from '../testing/story.ts';
import type { Command } from './command.ts';
import { handToServer, socketOf, takeCommands } from './command-socket.ts';
import { commands } from './commands.ts';

const story = tellStory();
const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-commands-'));
const contextOf = () => ({ db: story.database.db, now: story.now, random: Math.random, secret: storySecret, isServing: true });
afterAll(() => rmSync(dataFolder, { recursive: true }));

/** `npm run NAME -- WORDS` beside a server, in a process of its own. */
function typed(...args: string[]): Promise<{ exit: number | null; said: string; complained: string }> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const path = fileURLToPath(new URL('./command-line.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { env: { ...env, DATA_FOLDER: dataFolder } });
  const [said, complained]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text: Buffer) => said.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => complained.push(text.toString()));
  return new Promise((resolve) => {
    child.once('close', (exit) => resolve({ exit, said: said.join(''), complained: complained.join('') }));
  });
}

describe('beside a server that runs', () => {
  let stop: () => void;
  beforeAll(async () => {
    await addPaper(story, 'handed', [fourOptions(21)]);
    const failing: Command = () => Promise.reject(new Error('The disk is full'));
    stop = await takeCommands(dataFolder, { ...commands, failing }, contextOf);
  });
  afterAll(() => stop());

  test('a command is done by the server, in its database', async () => {
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

  const folder = join(dataFolder, 'mine');
  const file = join(folder, 'bank', 'speed.yaml');
  const onlyPaper = join(folder, 'papers', 'speed.yaml');

  test('content is loaded by the server, and a paper alone is checked against what it holds', async () => {
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

  test('what is not understood exits with 2, and what cannot be done with 1', async () => {
    expect(await typed('institute', 'asign', 'handed')).toMatchObject({ exit: 2, said: expect.stringMatching(/^Usage:/) });
    expect(await typed('institute', 'assign', 'nothing', '--reason', 'Asked for by the school.')).toMatchObject({
      exit: 1,
      said: 'There is no paper nothing.\n',
    });
  });

  const hand = (name: string, ...args: string[]) => handToServer(dataFolder, name, args, () => {});

  test('a command that fails, or that there is not, is reported in its own words', async () => {
    await expect(hand('failing')).rejects.toThrow(/^The disk is full$/);
    await expect(hand('toString')).rejects.toThrow(/^There is no command toString$/);
    expect(await hand('institute')).toBe(2);
  });

  test('words that are no command leave the server as it was', async () => {
    for (const args of ['{', 'null', '[]', '[7]']) {
      const connection = createConnection(socketOf(dataFolder));
      const answer = new Promise<string>((resolve) => connection.once('data', (text) => resolve(text.toString())));
      connection.write(`${args}\n`);
      expect(JSON.parse(await answer)).toEqual({ failure: expect.any(String) });
    }
    expect(await hand('institute')).toBe(2);
  });
});

test('a server that goes away before the command is done is an error, not a success', async () => {
  const server = createServer((connection) => connection.once('data', () => connection.destroy()));
  await new Promise<void>((resolve) => void server.listen(socketOf(dataFolder), resolve));
  await expect(handToServer(dataFolder, 'institute', [], () => {})).rejects.toThrow('The server went away before the command was done.');
  await new Promise((resolve) => server.close(resolve));
});

describe('the socket of a server', () => {
  const long = join(dataFolder, 'a folder of a long name '.repeat(8));
  test.each([
    ['lies in the data folder', join(dataFolder, 'short')],
    ['is named there by a link where the path is too long for a socket', long],
  ])('%s, for its owner alone, and goes with the server', async (_title, folder) => {
    expect(await handToServer(folder, 'institute', [], () => {})).toBeNull();
    const stop = await takeCommands(folder, { nothing: () => Promise.resolve(7) }, contextOf);
    expect(readdirSync(folder)).toEqual(['commands.sock']);
    expect(statSync(socketOf(folder)).mode & 0o777).toBe(0o600);
    expect(await handToServer(folder, 'nothing', [], () => {})).toBe(7);
    stop();
    expect(readdirSync(folder)).toEqual([]);
    expect(await handToServer(folder, 'nothing', [], () => {})).toBeNull();
  });
});

test('without a server nobody answers, and the command does its work itself', async () => {
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
    complained: expect.stringMatching(/^There is no command nothing; there are content, .*scores\.\n$/),
  });
});
