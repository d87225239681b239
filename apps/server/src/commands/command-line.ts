import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, openDatabase } from '../database/open.ts';
import { readSecret } from '../integrations/secret.ts';
import { readDatabaseSettings } from '../settings.ts';
import { handToServer } from './command-socket.ts';
import { commands } from './commands.ts';

/** The folder of the checkout. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** The files that a command names are relative to where it was typed, not to where the server runs. */
const argsOf = (name: string, args: readonly string[]) => args.map((word, at) => (name === 'content' && at > 0 ? resolve(word) : word));

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
  const { databaseUrl: url, dataFolder, secret: given } = readDatabaseSettings(process.env, root);
  // Files are checked against each other only, which needs no database of anybody's.
  const isAlone = name === 'content' && args[0] === 'check';
  const handed = url || isAlone ? null : await handToServer(dataFolder, name, argsOf(name, args), say);
  if (handed !== null) return handed;
  const database = await openDatabase(isAlone ? {} : { url, folder: join(dataFolder, 'database') });
  try {
    await migrate(database.db);
    const secret = isAlone ? Buffer.alloc(0) : readSecret(given, dataFolder);
    return await command({ db: database.db, now: new Date(), random: Math.random, secret, print: say }, args);
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
