import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A data folder that cannot be opened; the message says why. */
export class FolderFault extends Error {}

/** Folders that this process holds: another thread of it would be let in by its own number in the file. */
const held = new Set<string>();

/**
 * Takes the lock file beside a database folder: PGlite has none of its own, and two processes on one folder lose rows in silence.
 * Returns the release; throws when a living process holds it, this one included.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  const take = () => {
    const handle = openSync(file, 'wx');
    writeFileSync(handle, String(process.pid));
    closeSync(handle);
  };
  try {
    take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0 && (holder === process.pid ? held.has(file) : isAlive(holder))) {
      throw new FolderFault(`The database in ${folder} is in use by process ${holder}. Stop that one first.`);
    }
    unlinkSync(file);
    take();
  }
  held.add(file);
  return () => {
    held.delete(file);
    unlinkSync(file);
  };
}
