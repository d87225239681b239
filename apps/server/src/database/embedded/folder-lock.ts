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

/**
 * Takes the lock file beside a database folder: PGlite has none of its own, and two processes on one folder lose rows in silence.
 * Returns the release; throws when a living process holds it.
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
    if (holder > 0 && holder !== process.pid && isAlive(holder)) {
      throw new Error(`The database in ${folder} is in use by process ${holder}. Stop that one first.`);
    }
    unlinkSync(file);
    take();
  }
  return () => unlinkSync(file);
}
