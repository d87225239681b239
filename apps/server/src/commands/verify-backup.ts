import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { ToolFault } from '../database/postgres-tools.ts';
import { BackupFault, type BackupRow, verifyBackup, writeBackup } from '../features/site/backups/backups.ts';
import { readDatabaseSettings } from '../settings.ts';
import { readFlags } from './command.ts';
import { handToServer } from './command-socket.ts';

const usage = `Usage:
  npm run verify-backup -- FOLDER [--seed 1] [--sessions 100] [--files 10|all] [--server postgres://…]
Restores the backup aside, compares every table with the manifest, marks sessions again, opens files, and notes the day in the database that
runs. A backup of PostgreSQL is restored on the server of DATABASE_DIRECT_URL or DATABASE_URL, or on the one of --server.`;

const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** Notes a proof in the database that runs. Returns false if there is none, or if it is of an earlier version. */
async function note(row: BackupRow, environment: NodeJS.ProcessEnv, root: string): Promise<boolean> {
  const { databaseUrl, directDatabaseUrl: url = databaseUrl, dataFolder } = readDatabaseSettings(environment, root);
  const handed = url ? null : await handToServer(dataFolder, 'backup', ['note', JSON.stringify(row)], () => {});
  if (handed !== null) return handed === 0;
  const folder = join(dataFolder, 'database');
  if (!url && !existsSync(folder)) return false;
  const database = await openDatabase({ url, folder });
  try {
    return await writeBackup(database, row);
  } finally {
    await database.close();
  }
}

/** Proves a backup. Runs in a process of its own, beside the servers. */
export async function verifyBackupFolder(
  args: string[],
  environment: NodeJS.ProcessEnv,
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const { words, flags } = readFlags(args, ['seed', 'sessions', 'files', 'server']) ?? { words: [], flags: {} };
  const [folder, ...rest] = words;
  const seed = flags['seed'] === undefined ? randomInt(1_000_000) : wholeNumber(flags['seed']);
  const sessions = wholeNumber(flags['sessions'] ?? '100');
  const files = flags['files'] === 'all' ? 'all' : wholeNumber(flags['files'] ?? '10');
  if (folder === undefined || rest.length > 0 || [seed, sessions, files].some((count) => Number.isNaN(count))) {
    print(usage);
    return 2;
  }
  const { databaseUrl, directDatabaseUrl: own = databaseUrl } = readDatabaseSettings(environment, root);
  const began = performance.now();
  try {
    const server = flags['server'] ?? own;
    const proof = await verifyBackup(folder, { seed, sessions, files, server, report: print, now: new Date(), random: Math.random });
    for (const difference of proof.differences) print(difference);
    if (proof.differences.length > 0) {
      print(`The backup is not proved: ${proof.differences.length} differences (seed ${seed}).`);
      return 1;
    }
    const isNoted = await note(proof.row, environment, root);
    print(
      `Proved in ${((performance.now() - began) / 1000).toFixed(1)} s: every table as it was, ${proof.sessions} sessions with the same marks, ${proof.files} files whole (seed ${seed}).`,
    );
    if (!isNoted) print('The proof is not recorded: the settings of this command name no database of this version.');
    return 0;
  } catch (error) {
    if (!(error instanceof BackupFault || error instanceof ToolFault)) throw error;
    print(`${error.message} The backup is not proved.`);
    return 1;
  }
}
