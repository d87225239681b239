import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key that the codes of tests are stored under: what the settings give, else one made once and kept in the data folder, for its owner's eyes. */
export function readSecret(given: string | undefined, dataFolder: string): Buffer {
  if (given) return Buffer.from(given);
  const file = join(dataFolder, 'secret');
  mkdirSync(dataFolder, { recursive: true });
  // Written whole beside it, then linked: of several processes that start at once one makes it, and nobody reads half of it.
  const own = join(dataFolder, `secret.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
  return Buffer.from(readFileSync(file, 'utf8'));
}
