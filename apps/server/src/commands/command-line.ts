import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobs } from '../app.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { razorpay } from '../integrations/payments/razorpay.ts';
import { standInPayments } from '../integrations/payments/stand-in.ts';
import { readSecret } from '../integrations/secret.ts';
import { openFolderStorage } from '../integrations/storage/folder-storage.ts';
import { openS3Storage } from '../integrations/storage/s3-storage.ts';
import { readDatabaseSettings, readPaymentSettings, readStorageSettings } from '../settings.ts';
import { answerStored } from '../features/bank/content/content.ts';
import { handToServer } from './command-socket.ts';
import { commands } from './commands.ts';
import { checkContentFiles, flagsWithValue } from './content.ts';

/** The folder of the checkout. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** The files that a command names are relative to where it was typed, not to where the server runs. */
const argsOf = (name: string, args: readonly string[]) =>
  args.map((word, at) => {
    const isFile = name === 'content' && at > 0 && !word.startsWith('--') && !flagsWithValue.includes(args[at - 1] ?? '');
    return isFile ? resolve(word) : word;
  });

/**
 * What a check asks of the database: of a server that runs, or of the one named. The embedded one that no server holds is opened only if
 * the files cannot be judged without it.
 */
async function askStored(asked: string, isUnresolved: boolean): Promise<string | null> {
  const { databaseUrl: url, dataFolder } = readDatabaseSettings(process.env, root);
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

/** Without a server beside it the stand-in has nobody to send a hook to; its answer says the same. */
function paymentsOf(environment: NodeJS.ProcessEnv, dataFolder: string, secret: Buffer) {
  const settings = readPaymentSettings(environment);
  return settings
    ? razorpay(settings)
    : standInPayments({ secret, file: join(dataFolder, 'stand-in-payments.jsonl'), deliver: async () => {} });
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
  if (name === 'content' && args[0] === 'check') return checkContentFiles(args.slice(1), askStored, say);
  const { databaseUrl: url, dataFolder, secret: given } = readDatabaseSettings(process.env, root);
  const handed = url ? null : await handToServer(dataFolder, name, argsOf(name, args), say);
  if (handed !== null) return handed;
  const database = await openDatabase({ url, folder: join(dataFolder, 'database') });
  try {
    await migrate(database, { report: say });
    const secret = readSecret(given, dataFolder);
    const queue = await openJobQueue(database.pool, jobs);
    const contextOf = () => ({ db: database.db, now: new Date(), random: Math.random });
    const code = await command(
      {
        ...contextOf(),
        secret,
        storage: storageOf(process.env, dataFolder, secret),
        payments: paymentsOf(process.env, dataFolder, secret),
        print: say,
        isServing: false,
      },
      args,
    );
    // Where no server runs, nobody else would do what the command has sent.
    await queue.workOff(contextOf);
    return code;
  } finally {
    await database.close();
  }
}

// As the server does.
process.umask(0o077);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
