import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, CommandContext } from './command.ts';

/** Where a server takes commands for its embedded database. Paths of sockets are short, so it is not in the data folder itself. */
export const socketOf = (dataFolder: string) =>
  join(tmpdir(), `abhyas-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.sock`);

type Line = { print: string } | { exit: number } | { failure: string };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Hands over each line that arrives. A reader of lines fails with its connection, and must be listened to like it. */
function readLines(connection: Socket, take: (line: string) => void): void {
  const lines = createInterface({ input: connection });
  lines.on('line', take);
  for (const failing of [lines, connection]) failing.on('error', () => connection.destroy());
}

async function run(commands: Record<string, Command>, context: CommandContext, line: string): Promise<number> {
  const [name = '', ...args] = JSON.parse(line) as string[];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}`);
  return command(context, args);
}

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
    readLines(connection, (line) => {
      run(commands, { ...contextOf(), print: (text) => say({ print: text }) }, line)
        .then(
          (exit) => say({ exit }),
          (error: unknown) => say({ failure: messageOf(error) }),
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
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socketOf(dataFolder));
    let isThere = false;
    connection.once('connect', () => {
      isThere = true;
      connection.write(`${JSON.stringify([name, ...args])}\n`);
    });
    connection.once('close', () => (isThere ? reject(new Error('The server went away before the command was done.')) : resolve(null)));
    readLines(connection, (text) => {
      const line = JSON.parse(text) as Line;
      if ('print' in line) print(line.print);
      else if ('exit' in line) resolve(line.exit);
      else reject(new Error(line.failure));
    });
  });
}
