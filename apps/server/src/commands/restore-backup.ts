import { join } from 'node:path';
import { ToolFault } from '../database/postgres-tools.ts';
import { BackupFault, restoreBackup } from '../features/site/backups/backups.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { readDatabaseSettings } from '../settings.ts';

const usage = `Usage:
  npm run restore-backup -- FOLDER   restores a backup into the empty database and the storage of the settings
Give the servers the SECRET and the keys of profiles of the original (in DATA_FOLDER: the file secret, the folder profile-keys) before they start.`;

/** Restores a backup for a new start. Runs without a server. */
export async function restoreBackupFolder(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  root: string,
  openStorage: () => Storage,
  print: (line: string) => void,
): Promise<number> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder.startsWith('--') || rest.length > 0) {
    print(usage);
    return 2;
  }
  const { databaseUrl, directDatabaseUrl: url = databaseUrl, dataFolder } = readDatabaseSettings(environment, root);
  try {
    const { made_at, files, missing_files } = await restoreBackup(
      folder,
      { url, folder: join(dataFolder, 'database') },
      openStorage(),
      print,
    );
    print(`Restored as of ${made_at}, with ${files} files. Start the servers with the SECRET and the keys of profiles of the original.`);
    if (missing_files.length > 0) print(`${missing_files.length} files were missing when the backup was made.`);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupFault || error instanceof ToolFault)) throw error;
    print(error.message);
    return 1;
  }
}
