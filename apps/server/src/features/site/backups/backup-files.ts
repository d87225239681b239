import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, stat } from 'node:fs/promises';
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
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(await storage.read(key), counted, createWriteStream(path, { mode: 0o600 }));
  return { key, bytes, sha256: hash.digest('hex'), media_type: found.media_type };
}

export interface CopiedFiles {
  files: number;
  file_bytes: number;
  /** Files that the storage does not have. */
  missing: string[];
  /** Files whose content differs from the hash that was recorded at their upload. */
  damaged: string[];
}

/** Copies the files into the backup's folder, and writes their list. Damaged files are copied as they are. */
export async function copyFiles(storage: Storage, folder: string, named: AsyncIterable<NamedFile[]>): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, file_bytes: 0, missing: [], damaged: [] };
  const list = join(folder, listName);
  await appendFile(list, '', { mode: 0o600 });
  for await (const page of named) {
    const lines: string[] = [];
    for (const { key, sha256 } of page) {
      const file = await copyFile(storage, key, pathOf(folder, key));
      if (!file) {
        copied.missing.push(key);
        continue;
      }
      if (sha256 !== null && sha256 !== file.sha256) copied.damaged.push(key);
      copied.files += 1;
      copied.file_bytes += file.bytes;
      lines.push(`${JSON.stringify(file)}\n`);
    }
    await appendFile(list, lines.join(''));
  }
  return copied;
}

/** The files of a list. */
export const readList = (text: string): ListedFile[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedFile);

/** Throws a BackupFault unless every listed file is there in its size. */
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
