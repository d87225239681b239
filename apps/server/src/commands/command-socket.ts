import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, CommandContext } from './command.ts';

/** Bytes that every system takes as the path of a socket. */
const longestPath = 100;
const placeIn = (dataFolder: string) => join(dataFolder, 'commands.sock');
const isSocketPath = (path: string) => Buffer.byteLength(path) <= longestPath;

/** Where the server of a data folder takes commands. Throws ENOENT when its path is too long for a socket and no link stands in its place. */
export function socketOf(dataFolder: string): string {
  const place = placeIn(dataFolder);
  return isSocketPath(place) ? place : readlinkSync(place);
}

/** Makes room for a socket: in the data folder, or where its path is too long in a folder of an unforeseeable name that a link there names. */
function makePlace(dataFolder: string): { path: string; remove: () => void } {
  mkdirSync(dataFolder, { recursive: true });
  const place = placeIn(dataFolder);
  rmSync(place, { force: true });
  if (isSocketPath(place)) return { path: place, remove: () => {} };
  const path = join(mkdtempSync(join(tmpdir(), 'abhyas-')), 'commands.sock');
  symlinkSync(path, place);
  return {
    path,
    remove: () => {
      rmSync(place, { force: true });
      rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

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
  const { path, remove } = makePlace(dataFolder);
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
  return () => {
    server.close();
    remove();
  };
}

function findSocket(dataFolder: string): string | null {
  try {
    return socketOf(dataFolder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Hands a command to the server that holds the data folder. Resolves with its exit code, or with null when no server is there. */
export function handToServer(
  dataFolder: string,
  name: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const path = findSocket(dataFolder);
    if (path === null) return resolve(null);
    const connection = createConnection(path);
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
