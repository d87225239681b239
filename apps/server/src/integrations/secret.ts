import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of the installation. Codes and second factors created with the previous secret are still accepted. */
export type ServerSecret = Buffer & { readonly previous?: Buffer };

/** The secrets under which codes and second factors may have been made, the present one first. */
export const secretsOf = (secret: ServerSecret): Buffer[] => [secret, ...(secret.previous ? [secret.previous] : [])];

/** The secret from the settings, or one that is made once in the data folder, readable by its owner only. */
export function readSecret(given: string | undefined, dataFolder: string, previous?: string): ServerSecret {
  const secret = given ? Buffer.from(given) : keptSecret(dataFolder);
  return previous ? Object.assign(secret, { previous: Buffer.from(previous) }) : secret;
}

function keptSecret(dataFolder: string): Buffer {
  const file = join(dataFolder, 'secret');
  mkdirSync(dataFolder, { recursive: true });
  // A complete file is written beside its place, then linked: of several processes one succeeds, and none reads half a secret.
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
