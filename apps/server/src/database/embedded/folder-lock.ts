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

/** A data folder that cannot be opened; the message contains the reason. */
export class FolderFault extends Error {}

/** Folders that this process has locked. Without this set, the process's own id in the lock file would admit another of its threads. */
const held = new Set<string>();

/** Links `own` under the name `file`; false if that name exists already. */
function link(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that a lock file names; undefined if the file is missing or names none. */
function holderOf(file: string): number | undefined {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return holder > 0 ? holder : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes the lock of a dead process. Renaming is atomic, so a lock that another process took meanwhile is noticed and restored. */
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
 * Takes the lock file beside a database folder, because PGlite has no lock, and two processes on one folder lose rows silently.
 * Returns the release; throws if a running process has the lock, even this process.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  // The file is written completely under another name and then linked, so that it always contains its holder.
  const own = `${file}.${process.pid}.${threadId}`;
  writeFileSync(own, String(process.pid));
  try {
    for (;;) {
      if (link(own, file)) break;
      const holder = holderOf(file);
      if (holder !== undefined && (holder === process.pid ? held.has(file) : isAlive(holder))) {
        throw new FolderFault(`The database in ${folder} is in use by process ${holder}. Stop that one first.`);
      }
      // The first process to move the dead lock away may take the lock; a lock that another took meanwhile is restored.
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
