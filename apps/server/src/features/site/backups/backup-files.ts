import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireKey, type Storage } from '../../../integrations/storage/storage.ts';
import { BackupFault } from './manifest.ts';
import type { NamedFile } from './backups.store.ts';

/** A file of a user in a backup: one line of JSON in the list. */
export interface ListedFile {
  key: string;
  bytes: number;
  sha256: string;
  media_type: string;
}

/** The list of files in a backup's folder, and the folder of the files themselves. */
export const listName = 'files.jsonl';
const filesFolder = 'files';

const pathOf = (folder: string, key: string) => {
  requireKey(key);
  return join(folder, filesFolder, key);
};

/** Copies an object out of the storage. Returns null if the storage does not have it. */
async function copyFile(storage: Storage, key: string, path: string): Promise<ListedFile | null> {
  const found = await storage.find(key);
  if (!found) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(await storage.read(key), counted, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    // A person has deleted it meanwhile.
    if ((await storage.find(key)) === undefined) return null;
    throw error;
  }
  return { key, bytes, sha256: hash.digest('hex'), media_type: found.media_type };
}

/** An earlier backup, whose files need not be copied again. */
export interface EarlierFiles {
  folder: string;
  files: ReadonlyMap<string, ListedFile>;
}

/** Links a file of an earlier backup into this one, since a recorded file never changes. Returns null if the earlier one has no such file. */
async function linkFile(earlier: EarlierFiles | null, { key, sha256 }: NamedFile, path: string): Promise<ListedFile | null> {
  const file = earlier?.files.get(key);
  if (!earlier || !file || (sha256 !== null && sha256 !== file.sha256)) return null;
  const from = pathOf(earlier.folder, key);
  const found = await stat(from).catch(() => null);
  if (found?.size !== file.bytes) return null;
  await link(from, path).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw cause;
    throw new BackupFault('The earlier backup lies on another disk, from which its files cannot be linked.', { cause });
  });
  return file;
}

export interface CopiedFiles {
  files: number;
  /** Number of files that are links to an earlier backup. */
  linked: number;
  file_bytes: number;
  /** Files that the storage does not have. */
  missing: string[];
  /** Files whose content differs from the hash that was recorded at their upload. */
  damaged: string[];
}

/**
 * Copies the files into the backup's folder, or links those that an earlier backup has, and writes their list. Damaged files are copied as
 * they are.
 */
export async function copyFiles(
  storage: Storage,
  folder: string,
  named: readonly NamedFile[],
  earlier: EarlierFiles | null,
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, linked: 0, file_bytes: 0, missing: [], damaged: [] };
  const list = join(folder, listName);
  await appendFile(list, '', { mode: 0o600 });
  for (const one of named) {
    const path = pathOf(folder, one.key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const linked = await linkFile(earlier, one, path);
    const file = linked ?? (await copyFile(storage, one.key, path));
    if (!file) {
      copied.missing.push(one.key);
      continue;
    }
    if (one.sha256 !== null && one.sha256 !== file.sha256) copied.damaged.push(one.key);
    copied.files += 1;
    copied.linked += linked ? 1 : 0;
    copied.file_bytes += file.bytes;
    await appendFile(list, `${JSON.stringify(file)}\n`);
  }
  return copied;
}

/** The files of a list. */
export const readList = (text: string): ListedFile[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedFile);

/** Throws a BackupFault unless every listed file exists in its recorded size. */
export async function checkSizes(folder: string, files: readonly ListedFile[]): Promise<void> {
  for (const { key, bytes } of files) {
    const found = await stat(pathOf(folder, key)).catch(() => null);
    if (!found) throw new BackupFault(`The file ${key} is missing in the backup.`);
    if (found.size !== bytes) throw new BackupFault(`The file ${key} in the backup has ${found.size} bytes instead of ${bytes}.`);
  }
}

/** Opens a file of the backup. Throws a BackupFault if its content has changed. */
export async function openFile(folder: string, { key, sha256 }: ListedFile): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(pathOf(folder, key))) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256) throw new BackupFault(`The file ${key} in the backup is damaged: its SHA-256 differs.`);
}

/** Writes the files of a backup into a storage, which need not be the one that they came from. */
export async function restoreFiles(storage: Storage, folder: string, files: readonly ListedFile[]): Promise<void> {
  for (const file of files) {
    await openFile(folder, file);
    await storage.writeStream(file.key, file.media_type, createReadStream(pathOf(folder, file.key)), file.bytes);
  }
}
