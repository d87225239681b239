import { statSync } from 'node:fs';

/** Refuses root (user 0) in the data folder of another user: the servers could not read a secret, key or file that root makes there. */
export function refuseRootBeside(dataFolder: string, user = process.getuid?.()): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid ?? 0;
  if (user === 0 && owner !== 0)
    throw new Error(`Run the command as the user of the servers, who owns ${dataFolder}: they could not read files that root makes.`);
}
