import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Shows the operator the address of the first day outside the log: on a terminal as text, otherwise in a file that only its owner can read,
 * because the standard output of a service is its log. Without a word, removes the file of an earlier start.
 */
export function publishFirstDay(
  word: string | null,
  site: string,
  dataFolder: string,
  say: (text: string) => void,
  terminal: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
): void {
  const file = join(dataFolder, 'first-day');
  rmSync(file, { force: true });
  if (word === null) return;
  // What follows # reaches no server and no proxy.
  const address = `${site.replace(/\/$/, '')}/first-day#${word}`;
  if (terminal.isTTY) {
    terminal.write(`\nMake the first institute within an hour at\n\n  ${address}\n\n`);
    return;
  }
  mkdirSync(dataFolder, { recursive: true });
  // Written under a name of its own and then renamed, because another process that starts may write the file too.
  const own = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, `${address}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(own, file);
  say(`There is no institute yet. The address at which to make it within an hour is in the file ${file}.`);
}
