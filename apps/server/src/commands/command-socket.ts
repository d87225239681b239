import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, CommandContext } from './command.ts';
import { keepTyped, typingUser } from './typed-commands.ts';

/** The longest path of a socket, in bytes, that every system accepts. */
const longestPath = 100;
const isSocketPath = (path: string) => Buffer.byteLength(path) <= longestPath;

/** A file in the data folder, and the path of its socket: the file itself or, if its path is too long, the target of a link. */
interface Place {
  place: string;
  path: string;
}

function placesIn(dataFolder: string): Place[] {
  if (!existsSync(dataFolder)) return [];
  const names = readdirSync(dataFolder).filter((name) => /^commands(-[\da-f]+)?\.sock$/.test(name));
  return names.sort().flatMap((name) => {
    const place = join(dataFolder, name);
    if (isSocketPath(place)) return [{ place, path: place }];
    try {
      return [{ place, path: readlinkSync(place) }];
    } catch (error) {
      // The server that owns the link has removed it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

/** A connection to the server that listens at the path; null if none does. */
function connectTo(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const connection = createConnection(path);
    connection.once('connect', () => resolve(connection));
    connection.once('error', () => resolve(null));
  });
}

/** The sockets at which the servers of a data folder take commands. */
export const socketsOf = (dataFolder: string): string[] => placesIn(dataFolder).map(({ path }) => path);

/** Removes the sockets of killed servers. Sockets at which a server listens stay. */
async function removeDead(dataFolder: string): Promise<void> {
  for (const { place, path } of placesIn(dataFolder)) {
    const connection = await connectTo(path);
    connection?.destroy();
    if (connection) continue;
    rmSync(place, { force: true });
    if (path !== place) rmSync(dirname(path), { recursive: true, force: true });
  }
}

/**
 * Makes the path of this server's own socket: in the data folder or, if that path is too long, in a folder with a random name to which a
 * link leads.
 */
async function makePlace(dataFolder: string): Promise<Place & { remove: () => void }> {
  mkdirSync(dataFolder, { recursive: true });
  await removeDead(dataFolder);
  const place = join(dataFolder, `commands-${randomBytes(4).toString('hex')}.sock`);
  if (isSocketPath(place)) return { place, path: place, remove: () => {} };
  const path = join(mkdtempSync(join(tmpdir(), 'abhyas-')), 'commands.sock');
  symlinkSync(path, place);
  return {
    place,
    path,
    remove: () => {
      rmSync(place, { force: true });
      rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}

/** A command on its way to the server: the user who typed it, and its words. */
interface SentCommand {
  by: string;
  words: readonly string[];
}

type Line = { print: string } | { exit: number } | { failure: string };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Passes on each line that arrives. The line reader reports the errors of its connection again, so both are listened to. */
function readLines(connection: Socket, take: (line: string) => void): void {
  const lines = createInterface({ input: connection });
  lines.on('line', take);
  for (const failing of [lines, connection]) failing.on('error', () => connection.destroy());
}

/** Far more than a shell passes to a program. */
const longestCommand = 4 * 1024 * 1024;

/** Passes on the one command of a connection. Closes a connection that sends too much without ending its line. */
function readCommand(connection: Socket, take: (line: string) => void, refuse: () => void): void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longestCommand) refuse();
    if (bytes > longestCommand || chunk.includes('\n')) connection.off('data', count).pause();
  };
  connection.on('data', count);
  let isTaken = false;
  readLines(connection, (line) => {
    if (isTaken || bytes > longestCommand) return;
    isTaken = true;
    take(line);
  });
}

async function run(commands: Record<string, Command>, contextOf: () => CommandContext, line: string): Promise<number> {
  const { by, words } = JSON.parse(line) as SentCommand;
  const [name = '', ...args] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}`);
  const context = contextOf();
  return keepTyped(context, by, words, () => command(context, args));
}

/**
 * Lets commands reach a running server, since only one process can open the embedded database. Only the user who runs the server can
 * connect. Returns the function that stops it.
 */
export async function takeCommands(
  dataFolder: string,
  commands: Record<string, Command>,
  contextOf: () => Omit<CommandContext, 'print'>,
): Promise<() => void> {
  const { path, remove } = await makePlace(dataFolder);
  const server = createServer((connection) => {
    const say = (line: Line) => void connection.write(`${JSON.stringify(line)}\n`);
    const take = (line: string) =>
      void run(commands, () => ({ ...contextOf(), print: (text) => say({ print: text }) }), line)
        .then(
          (exit) => say({ exit }),
          (error: unknown) => say({ failure: messageOf(error) }),
        )
        .finally(() => connection.end());
    readCommand(connection, take, () => {
      say({ failure: 'The command is too long. Give it in several.' });
      connection.destroySoon();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket is made within this call, so that no other user of the machine can ever connect.
    const mask = process.umask(0o077);
    server.listen(path, resolve);
    process.umask(mask);
  });
  return () => {
    server.close();
    remove();
  };
}

/** Sends a command to a server of the data folder. Resolves with its exit code, or with null if no server runs. */
export async function handToServer(
  dataFolder: string,
  name: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  const command: SentCommand = { by: typingUser(process.env), words: [name, ...args] };
  for (const path of socketsOf(dataFolder)) {
    const connection = await connectTo(path);
    if (!connection) continue;
    return new Promise((resolve, reject) => {
      connection.once('close', () => reject(new Error('The server stopped before the command was done.')));
      readLines(connection, (text) => {
        const line = JSON.parse(text) as Line;
        if ('print' in line) print(line.print);
        else if ('exit' in line) resolve(line.exit);
        else reject(new Error(line.failure));
      });
      connection.write(`${JSON.stringify(command)}\n`);
    });
  }
  return null;
}
