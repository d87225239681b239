import { join } from 'node:path';
import { ToolFault } from '../database/postgres-tools.ts';
import { BackupFault, restoreBackup } from '../features/site/backups/backups.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { readDatabaseSettings } from '../settings.ts';

const usage = `Usage:
  npm run restore-backup -- FOLDER   restores a backup into the empty database and the storage of the settings
Set SECRET and PROFILE_KEY_FOLDER, or the files in DATA_FOLDER, to those of the original first.`;

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
    print(`Restored as of ${made_at}, with ${files} files. Start the servers.`);
    if (missing_files.length > 0) print(`${missing_files.length} files were missing when the backup was made.`);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupFault || error instanceof ToolFault)) throw error;
    print(error.message);
    return 1;
  }
}
