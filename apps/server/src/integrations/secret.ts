import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key that the codes of tests are stored under: what the settings give, else one made once and kept in the data folder, for its owner's eyes. */
export function readSecret(given: string | undefined, dataFolder: string): Buffer {
  if (given) return Buffer.from(given);
  const file = join(dataFolder, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return Buffer.from(readFileSync(file, 'utf8'));
}
