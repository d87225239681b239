import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { copyDatabase, restoreDatabase, withCopy } from '../../../database/copy.ts';
import { differencesOf, digestsOf } from '../../../database/digests.ts';
import { migrate } from '../../../database/migrate.ts';
import type { Database, OpenDatabase } from '../../../database/open.ts';
import { inSnapshot } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { markCorrectedPaper } from '../../exam-office/key-corrections/key-corrections.ts';
import { compareMarks } from '../../tests/stored-marks/stored-marks.ts';
import { checkSizes, copyFiles, type EarlierFiles, type ListedFile, listName, openFile, readList, restoreFiles } from './backup-files.ts';
import * as store from './backups.store.ts';
import { BackupFault, checkPart, type Manifest, measure, readManifest, readPart, writeManifest } from './manifest.ts';

export { BackupFault } from './manifest.ts';
export { type BackupRow, findNewestBackups, writeBackup } from './backups.store.ts';

const filesAtOnce = 500;
const databaseNames = { PostgreSQL: 'database.dump', embedded: 'database.tar' } as const;

interface BackupParts {
  database: OpenDatabase;
  storage: Storage;
  /** The version of Abhyas. */
  version: string;
  /** Folder of an earlier backup on the same disk, whose files are linked instead of copied. */
  earlier: string | null;
}

async function readEarlier(folder: string): Promise<EarlierFiles> {
  const list = readList(await readPart(folder, readManifest(folder).list));
  return { folder, files: new Map(list.map((file) => [file.key, file])) };
}

/** Makes the folder of a new backup. Throws a BackupFault if it cannot be made or holds something. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupFault(`${folder} cannot be made (${error.code ?? error.message}). Name a folder in which this user may write.`);
  });
  if ((await readdir(folder)).length > 0) throw new BackupFault(`${folder} is not empty. Name a new folder for each backup.`);
}

async function* pagesOfFiles(db: Database): AsyncGenerator<store.NamedFile[]> {
  for (let after = ''; ; ) {
    const page = await store.findNamedFiles({ db }, after, filesAtOnce);
    yield page;
    if (page.length < filesAtOnce) return;
    after = page.at(-1)?.key ?? after;
  }
}

/** The facts about a new backup for the operator: its manifest, and the files that are missing or damaged in the storage itself. */
export interface MadeBackup {
  manifest: Manifest;
  /** Number of files that are links to the earlier backup. */
  linked: number;
  /** Without the files that were deleted while the backup was made. */
  missing: string[];
  damaged: string[];
}

/**
 * Copies the database, as it is at one moment, and the files that it names then, into a folder. Throws a BackupFault or a ToolFault; the
 * folder then has no manifest.
 */
export async function makeBackup(parts: BackupParts, folder: string): Promise<MadeBackup> {
  const { database, storage, version } = parts;
  const began = performance.now();
  const earlier = parts.earlier === null ? null : await readEarlier(parts.earlier);
  await makeFolder(folder);
  const name = databaseNames[database.kind];
  const named: store.NamedFile[] = [];
  const { tables, state } = await copyDatabase(database, join(folder, name), async (db) => {
    const found = await store.findState({ db });
    for await (const page of pagesOfFiles(db)) named.push(...page);
    return { state: found, tables: await digestsOf(db) };
  });
  const copied = await copyFiles(storage, folder, named, earlier);
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    version,
    last_step: state.last_step,
    made_at: state.now.toISOString(),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    database: { ...(await measure(join(folder, name))), kind: database.kind, version: state.version },
    tables,
    list: await measure(join(folder, listName)),
    files: copied.files,
    file_bytes: copied.file_bytes,
    missing_files: copied.missing,
  };
  await writeManifest(folder, manifest);
  await store.writeBackup(database, rowOf(manifest, null));
  const missing = await store.findStillNamed(database, copied.missing);
  return { manifest, linked: copied.linked, missing, damaged: copied.damaged };
}

/** The row that tells the operator of a backup. */
const rowOf = ({ id, made_at, database, files, file_bytes }: Manifest, proved_at: Date | null): store.BackupRow => ({
  id,
  made_at: new Date(made_at),
  database_bytes: database.bytes,
  files,
  file_bytes,
  proved_at,
});

export interface ProofSettings extends Pick<Context, 'now' | 'random'> {
  /** Decides which sessions are marked and which files are opened. */
  seed: number;
  sessions: number;
  /** How many files are opened; `all` of them, or a number. */
  files: number | 'all';
  /** The PostgreSQL server on which a backup of PostgreSQL is restored. */
  server: string | undefined;
  report: (line: string) => void;
}

export interface Proof {
  /** A sentence for each difference; none if the backup is proved. */
  differences: string[];
  sessions: number;
  files: number;
  /** The row of the proved backup. */
  row: store.BackupRow;
}

/** Files in an order that the seed decides. */
function shuffled(files: readonly ListedFile[], seed: number): ListedFile[] {
  const placed = files.map((file) => ({ file, place: createHash('sha256').update(`${seed} ${file.key}`).digest('hex') }));
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
}

/** Marks sessions of the restored database again, in the version of this program. */
async function markAgain(database: OpenDatabase, { seed, sessions, report, now, random }: ProofSettings) {
  await migrate(database, { report });
  return database.forMigrations(async (db) => {
    const context = { db, now, random };
    return compareMarks(context, { seed, count: sessions, except: await store.findPapersToMark({ db }, markCorrectedPaper.name) });
  });
}

/**
 * Proves a backup: restores it aside, compares each table with the manifest, migrates it, marks sessions again and compares their marks with
 * the stored ones, and opens files. Throws a BackupFault if the backup is incomplete or damaged, a ToolFault if it cannot be restored.
 */
export async function verifyBackup(folder: string, settings: ProofSettings): Promise<Proof> {
  const { report, server, seed } = settings;
  const manifest = readManifest(folder);
  const list = readList(await readPart(folder, manifest.list));
  await checkSizes(folder, list);
  const drawn = settings.files === 'all' ? list : shuffled(list, seed).slice(0, settings.files);
  for (const file of drawn) await openFile(folder, file);
  const file = await checkPart(folder, manifest.database);
  report('The parts of the backup are whole. The database is restored aside …');
  return withCopy({ kind: manifest.database.kind, file }, server, async (database) => {
    const found = await database.forMigrations((db) => inSnapshot({ db }, ({ db: moment }) => digestsOf(moment)));
    const differences = differencesOf(manifest.tables, found);
    report(`${Object.keys(found).length} tables were compared. Sessions are marked again …`);
    const marked = await markAgain(database, settings);
    return {
      differences: [...differences, ...marked.differences],
      sessions: marked.count,
      files: drawn.length,
      row: rowOf(manifest, settings.now),
    };
  });
}

/**
 * Restores a backup into an empty database, and its files into the storage, and compares each table with the manifest. `at` names the
 * PostgreSQL database, or the folder of an embedded one that does not exist yet. Throws a BackupFault or a ToolFault.
 */
export async function restoreBackup(
  folder: string,
  at: { url: string | undefined; folder: string },
  storage: Storage,
  report: (line: string) => void,
): Promise<Manifest> {
  const manifest = readManifest(folder);
  const list = readList(await readPart(folder, manifest.list));
  await checkSizes(folder, list);
  const file = await checkPart(folder, manifest.database);
  const database = await restoreDatabase({ kind: manifest.database.kind, file }, at);
  try {
    const found = await database.forMigrations((db) => inSnapshot({ db }, ({ db: moment }) => digestsOf(moment)));
    const [difference] = differencesOf(manifest.tables, found);
    if (difference !== undefined) throw new BackupFault(`The restored database differs from the backup. ${difference}`);
  } finally {
    await database.close();
  }
  report(`The database is restored: ${Object.keys(manifest.tables).length} tables as of ${manifest.made_at}. Files follow …`);
  await restoreFiles(storage, folder, list);
  return manifest;
}
