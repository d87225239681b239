import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DatabaseCopy } from '../../../database/copy.ts';
import type { Digests } from '../../../database/digests.ts';

/** A file of a backup, by its name in the backup's folder. */
export interface Part {
  name: string;
  bytes: number;
  sha256: string;
}

/** The content of a backup, written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** The version of Abhyas that made the backup, and the last step of its database. */
  version: string;
  last_step: string;
  /** The moment of the database. */
  made_at: string;
  seconds: number;
  database: Part & { kind: DatabaseCopy['kind']; version: string };
  tables: Digests;
  /** The list of files, their number and their bytes. */
  list: Part;
  files: number;
  file_bytes: number;
  /** Keys of files that the database names and the storage did not have. */
  missing_files: string[];
}

/** A folder that is no backup or is damaged; the message says why. */
export class BackupFault extends Error {}

const manifestName = 'manifest.json';
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** The size and SHA-256 of a file, read in pieces. */
export async function measure(path: string): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { name: basename(path), bytes, sha256: hash.digest('hex') };
}

/** Writes the manifest with a SHA-256 of itself. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const sealed = { ...manifest, sha256: sha256Of(JSON.stringify(manifest)) };
  await writeFile(join(folder, manifestName), `${JSON.stringify(sealed, null, 1)}\n`, { mode: 0o600 });
}

/** Reads the manifest. Throws a BackupFault if it is missing, changed, or of a later version of Abhyas. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new BackupFault(`${folder} is no complete backup: it has no ${manifestName}.`, { cause });
  }
  const damaged = `The ${manifestName} of the backup is damaged.`;
  let sealed: Manifest & { sha256?: string };
  try {
    sealed = JSON.parse(text) as Manifest & { sha256?: string };
  } catch (cause) {
    throw new BackupFault(damaged, { cause });
  }
  const { sha256, ...manifest } = sealed;
  if (sha256 !== sha256Of(JSON.stringify(manifest))) throw new BackupFault(damaged);
  if (manifest.format !== 1) throw new BackupFault('A later version of Abhyas made this backup. Verify it with that version.');
  return manifest;
}

/** Throws a BackupFault if a part is missing or differs from the manifest. */
export async function checkPart(folder: string, part: Part): Promise<string> {
  const path = join(folder, part.name);
  const found = await measure(path).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new BackupFault(`The file ${part.name} of the backup is missing.`, { cause });
  });
  if (found.bytes !== part.bytes)
    throw new BackupFault(`The file ${part.name} of the backup has ${found.bytes} bytes instead of ${part.bytes}.`);
  if (found.sha256 !== part.sha256) throw new BackupFault(`The file ${part.name} of the backup is damaged: its SHA-256 differs.`);
  return path;
}

/** The text of a part. Throws like `checkPart`. */
export const readPart = async (folder: string, part: Part): Promise<string> => readFile(await checkPart(folder, part), 'utf8');
