import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobs } from '../app.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { watchClock, wrongClock } from '../jobs/clock-watch.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { razorpay } from '../integrations/payments/razorpay.ts';
import { standInPayments } from '../integrations/payments/stand-in.ts';
import { readSecret } from '../integrations/secret.ts';
import { openFolderStorage } from '../integrations/storage/folder-storage.ts';
import { openS3Storage } from '../integrations/storage/s3-storage.ts';
import { readDatabaseSettings, readPaymentSettings, readStorageSettings } from '../settings.ts';
import { requireSecret } from '../features/institute/server-secret/server-secret.ts';
import { answerStored } from '../features/bank/content/content.ts';
import { handToServer } from './command-socket.ts';
import { commands } from './commands.ts';
import { checkContentFiles, flagsWithValue } from './content.ts';
import { refuseRootBeside } from './folder-owner.ts';
import { moveToPostgres } from './move.ts';
import { restoreBackupFolder } from './restore-backup.ts';
import { scaleDatabase } from './scale.ts';
import { keepTyped, typingUser } from './typed-commands.ts';
import { verifyBackupFolder } from './verify-backup.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the checkout: this file runs from `apps/server/src/commands` and, built, from `apps/server/dist`. */
const root = join(here, basename(here) === 'dist' ? '../../..' : '../../../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Files in a command are relative to the folder where it was typed, not to the server's. */
const argsOf = (name: string, args: readonly string[]) =>
  args.map((word, at) => {
    const isContent = name === 'content' && at > 0 && !flagsWithValue.includes(args[at - 1] ?? '');
    const isExport = name === 'identity' && args[at - 1] === '--to';
    const isFile = (isContent || isExport || (name === 'backup' && args[0] !== 'note')) && !word.startsWith('--');
    return isFile ? resolve(word) : word;
  });

/**
 * Asks the database the questions of a check: through a running server, or in the named database. An embedded database without a server is
 * opened only if the files cannot be checked without it.
 */
async function askStored(asked: string, isUnresolved: boolean): Promise<string | null> {
  const { databaseUrl, directDatabaseUrl: url = databaseUrl, dataFolder } = readDatabaseSettings(process.env, root);
  let told = '';
  const hear = (line: string) => void (told += line);
  if (!url && (await handToServer(dataFolder, 'content', ['stored', asked], hear)) === 0) return told;
  const folder = join(dataFolder, 'database');
  if (!url && !(isUnresolved && existsSync(folder))) return null;
  const database = await openDatabase({ url, folder });
  try {
    return await answerStored({ db: database.db, now: new Date(), random: Math.random }, asked);
  } finally {
    await database.close();
  }
}

function storageOf(environment: NodeJS.ProcessEnv, dataFolder: string, secret: Buffer) {
  const settings = readStorageSettings(environment);
  return settings ? openS3Storage(settings) : openFolderStorage(join(dataFolder, 'files'), secret, '/api');
}

/** Commands that never run in a server, because they open databases of their own. */
const apart: Record<string, (args: string[]) => Promise<number>> = {
  'verify-backup': (args) => verifyBackupFolder(args, process.env, root, say),
  'restore-backup': (args) => {
    const { dataFolder } = readDatabaseSettings(process.env, root);
    refuseRootBeside(dataFolder);
    // Signs no address, and must not make a secret in the place where the original's belongs.
    return restoreBackupFolder(args, process.env, root, () => storageOf(process.env, dataFolder, randomBytes(32)), say);
  },
  move: (args) => moveToPostgres(args, process.env, root, say),
  scale: (args) => scaleDatabase(args, process.env, root, say),
};

/** The payment provider of a command. Without a server the stand-in cannot deliver hooks, but its answers have the same facts. */
function paymentsOf(environment: NodeJS.ProcessEnv, dataFolder: string, secret: Buffer) {
  const settings = readPaymentSettings(environment);
  return settings
    ? razorpay(settings)
    : standInPayments({ secret, file: join(dataFolder, 'stand-in-payments.jsonl'), deliver: async () => {} });
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const own = Object.hasOwn(apart, name) ? apart[name] : undefined;
  if (own) return own(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}. Commands: ${Object.keys({ ...commands, ...apart }).join(', ')}.`);
  if (name === 'content' && args[0] === 'check') return checkContentFiles(args.slice(1), askStored, say);
  const {
    databaseUrl,
    directDatabaseUrl: url = databaseUrl,
    dataFolder,
    secret: given,
    previousSecret,
    profileKeyFolder,
    isSpread,
  } = readDatabaseSettings(process.env, root);
  const handed = url ? null : await handToServer(dataFolder, name, argsOf(name, args), say);
  if (handed !== null) return handed;
  refuseRootBeside(dataFolder);
  const database = await openDatabase({ url, folder: join(dataFolder, 'database'), isSpread });
  const place = { database, dataFolder, profileKeyFolder, isSecretGiven: given !== undefined };
  const contextOf = () => ({ db: database.db, now: new Date(), random: Math.random });
  try {
    const secret = readSecret(given, dataFolder, previousSecret);
    const storage = storageOf(process.env, dataFolder, secret);
    // A backup is made before a new version changes the database.
    if (name === 'backup')
      return await command({ ...contextOf(), secret, storage, place, print: say, isServing: false }, argsOf(name, args));
    await migrate(database, { report: say });
    const clock = watchClock(database.db, { onChange: () => {}, onFailure: () => {} });
    clock.close();
    if (!(await clock.compare())) throw new Error(wrongClock);
    await requireSecret(contextOf(), secret);
    const queue = await openJobQueue(database.pool, jobs);
    const payments = paymentsOf(process.env, dataFolder, secret);
    const context = { ...contextOf(), secret, storage, place, payments, print: say, isServing: false };
    const code = await keepTyped(context, typingUser(process.env), [name, ...args], () => command(context, args));
    // Without a running server nothing else would run the jobs that the command sent.
    await queue.workOff(contextOf);
    return code;
  } finally {
    await database.close();
  }
}

// The same mask as the server's.
process.umask(0o077);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
