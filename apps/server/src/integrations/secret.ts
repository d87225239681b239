import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of the installation. Codes and second factors created with the previous secret are still accepted. */
export type ServerSecret = Buffer & { readonly previous?: Buffer };

/** The secrets under which codes and second factors may have been made, the present one first. */
export const secretsOf = (secret: ServerSecret): Buffer[] => [secret, ...(secret.previous ? [secret.previous] : [])];

const placeOf = (dataFolder: string) => join(dataFolder, 'secret');
const placeOfPrevious = (dataFolder: string) => join(dataFolder, 'secret.previous');
const makeSecret = () => randomBytes(32).toString('base64url');

/**
 * The secret from the settings, or one that is made once in the data folder, readable by its owner only; with the former one, which the
 * settings name or a rotation left beside it.
 */
export function readSecret(given: string | undefined, dataFolder: string, previous?: string): ServerSecret {
  const secret = given ? Buffer.from(given) : keptSecret(dataFolder);
  const left = !given && existsSync(placeOfPrevious(dataFolder)) ? readFileSync(placeOfPrevious(dataFolder), 'utf8') : undefined;
  const former = previous ?? left;
  return former ? Object.assign(secret, { previous: Buffer.from(former) }) : secret;
}

/** Replaces the secret of the data folder by a new one, and keeps the former beside it. The next start of a server adopts the new one. */
export function rotateKeptSecret(dataFolder: string): void {
  const next = join(dataFolder, `secret.next.${randomBytes(4).toString('hex')}`);
  writeFileSync(next, makeSecret(), { mode: 0o600 });
  const former = `${next}.former`;
  writeFileSync(former, readFileSync(placeOf(dataFolder)), { mode: 0o600 });
  // The former one is in its place before the new one counts, so that no crash loses it.
  renameSync(former, placeOfPrevious(dataFolder));
  renameSync(next, placeOf(dataFolder));
}

/** Whether the data folder still has the secret of before the last rotation. */
export const hasPreviousSecret = (dataFolder: string): boolean => existsSync(placeOfPrevious(dataFolder));

/** Removes the former secret: what was made under it no longer works from the next start of each server on. */
export const forgetPreviousSecret = (dataFolder: string): void => rmSync(placeOfPrevious(dataFolder));

function keptSecret(dataFolder: string): Buffer {
  const file = placeOf(dataFolder);
  mkdirSync(dataFolder, { recursive: true });
  // A complete file is written beside its place, then linked: of several processes one succeeds, and none reads half a secret.
  const own = join(dataFolder, `secret.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(own, makeSecret(), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
  return Buffer.from(readFileSync(file, 'utf8'));
}
