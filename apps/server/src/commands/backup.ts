import { BackupFault, type BackupRow, makeBackup, writeBackup } from '../features/site/backups/backups.ts';
import { ToolFault } from '../database/postgres-tools.ts';
import { version } from '../version.ts';
import { type Command, readFlags } from './command.ts';

const usage = `Usage:
  npm run backup -- FOLDER [--earlier FOLDER]   copies the database and the files that it names, of one moment, into a new folder
With an earlier backup on the same disk, files that it has are linked to it instead of copied.
The secret and the keys of profiles are not in it; keep them elsewhere. npm run verify-backup -- FOLDER proves a backup.`;

const mostNamed = 20;
/** At most twenty keys, and how many more there are. */
const named = (keys: readonly string[]) =>
  [...keys.slice(0, mostNamed), ...(keys.length > mostNamed ? [`and ${keys.length - mostNamed} more`] : [])].join(', ');

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Makes a backup, or records that one was proved (`note`, from `verify-backup`). Exits with 1 if files are missing or damaged. */
export const backup: Command = async ({ place, storage, print }, args) => {
  const { words, flags } = readFlags(args, ['earlier']) ?? { words: [], flags: {} };
  const [folder, row, ...rest] = words;
  if (!place || !storage) throw new Error('A backup needs the opened database and the storage');
  if (folder === 'note' && row !== undefined) {
    const { made_at, proved_at, ...of } = JSON.parse(row) as Omit<BackupRow, 'made_at' | 'proved_at'> &
      Record<'made_at' | 'proved_at', string>;
    await writeBackup(place.database, { ...of, made_at: new Date(made_at), proved_at: new Date(proved_at) });
    return 0;
  }
  if (folder === undefined || row !== undefined || rest.length > 0) {
    print(usage);
    return 2;
  }
  try {
    const parts = { database: place.database, storage, version, earlier: flags['earlier'] ?? null };
    const { manifest, linked, missing, damaged } = await makeBackup(parts, folder);
    const { made_at, seconds, database, tables, files, file_bytes } = manifest;
    const earlier = linked > 0 ? `, ${linked} of them linked` : '';
    print(
      `Backed up as of ${made_at} in ${seconds} s: ${Object.keys(tables).length} tables (${megabytes(database.bytes)}), ${files} files (${megabytes(file_bytes)}${earlier}).`,
    );
    if (missing.length > 0) print(`${missing.length} files are named by the database and missing in the storage: ${named(missing)}.`);
    if (damaged.length > 0) print(`${damaged.length} files differ from what was uploaded: ${named(damaged)}.`);
    return missing.length + damaged.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BackupFault || error instanceof ToolFault)) throw error;
    print(error.message);
    return 1;
  }
};
