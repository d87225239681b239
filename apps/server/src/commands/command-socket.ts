import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, CommandContext } from './command.ts';

/** Where a server takes commands for its embedded database. Paths of sockets are short, so it is not in the data folder itself. */
const socketOf = (dataFolder: string) =>
  join(tmpdir(), `abhyas-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.sock`);

type Line = { print: string } | { exit: number } | { failure: string };

/**
 * Lets commands reach a running server: the embedded database has one process at a time. Only the user who runs the server can connect.
 * Returns how to stop.
 */
export async function takeCommands(
  dataFolder: string,
  commands: Record<string, Command>,
  contextOf: () => Omit<CommandContext, 'print'>,
): Promise<() => void> {
  const path = socketOf(dataFolder);
  rmSync(path, { force: true });
  const server = createServer((connection) => {
    const say = (line: Line) => void connection.write(`${JSON.stringify(line)}\n`);
    connection.on('error', () => connection.destroy());
    createInterface({ input: connection }).once('line', (line) => {
      const [name, ...words] = JSON.parse(line) as string[];
      const command = commands[name ?? ''];
      const run = command
        ? command({ ...contextOf(), print: (text) => say({ print: text }) }, words)
        : Promise.reject(new Error(`There is no command ${name}`));
      run
        .then(
          (exit) => say({ exit }),
          (error: unknown) => say({ failure: String(error) }),
        )
        .finally(() => connection.end());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return () => server.close();
}

/** Hands a command to the server that holds the data folder. Resolves with its exit code, or with null when no server is there. */
export function handToServer(
  dataFolder: string,
  name: string,
  words: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socketOf(dataFolder));
    connection.once('error', () => resolve(null));
    connection.once('connect', () => connection.write(`${JSON.stringify([name, ...words])}\n`));
    createInterface({ input: connection }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      if ('print' in line) print(line.print);
      else if ('exit' in line) resolve(line.exit);
      else reject(new Error(line.failure));
    });
  });
}
