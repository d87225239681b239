import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';

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

/** False where the file stands already. */
function link(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined where nobody holds it any more. */
function holderOf(file: string): number | undefined {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return holder > 0 ? holder : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Moves away the lock of a process that is gone. Renaming is one step, so a lock taken by somebody else meanwhile is noticed, and put back. */
function takeAway(file: string, aside: string, gone: number | undefined): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (holderOf(aside) !== gone) link(aside, file);
  rmSync(aside, { force: true });
}

/**
 * Takes the lock file beside a database folder: PGlite has none of its own, and two processes on one folder lose rows in silence.
 * Returns the release; throws when a living process holds it, this one included.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  // Written whole beside it, then linked: whoever finds the file finds its holder in it.
  const own = `${file}.${process.pid}.${threadId}`;
  writeFileSync(own, String(process.pid));
  try {
    for (;;) {
      if (link(own, file)) break;
      const holder = holderOf(file);
      if (holder !== undefined && (holder === process.pid ? held.has(file) : isAlive(holder))) {
        throw new FolderFault(`The database in ${folder} is in use by process ${holder}. Stop that one first.`);
      }
      // Whoever moves the left lock away first is the one who may; what another has taken meanwhile is put back.
      takeAway(file, `${own}.left`, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
  held.add(file);
  return () => {
    held.delete(file);
    unlinkSync(file);
  };
}
