import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishFirstDay } from './first-day-address.ts';

let folder: string;
let said: string[];
let written: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-'));
  [said, written] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'first-day');
const publish = (word: string | null, isTTY: boolean) =>
  publishFirstDay(word, 'https://abhyas.example/', folder, (line) => said.push(line), { isTTY, write: (text) => written.push(text) });

test('a terminal shows the address, and the log does not', () => {
  publish('ABCD-EFGH', true);
  expect(written.join('')).toContain('https://abhyas.example/first-day#ABCD-EFGH');
  expect([said, existsSync(file())]).toEqual([[], false]);
});

test('without a terminal the address is in a file that only its owner can read, and the log names the file', () => {
  writeFileSync(file(), 'of an earlier start', { mode: 0o644 });
  publish('ABCD-EFGH', false);
  expect(readFileSync(file(), 'utf8')).toBe('https://abhyas.example/first-day#ABCD-EFGH\n');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(said.join('')).toContain(file());
  expect(said.join('')).not.toContain('ABCD');
  expect(written).toEqual([]);
});

test('a start on a database with an institute removes the file', () => {
  writeFileSync(file(), 'of an earlier start');
  publish(null, false);
  expect([existsSync(file()), said, written]).toEqual([false, [], []]);
});
