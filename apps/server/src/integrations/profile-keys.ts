import {
  constants,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sealed profile as a browser sends it, each part in base64; the contract describes the parts. */
export interface Sealed {
  version: number;
  key: string;
  iv: string;
  data: string;
}

/** The keys that seal profiles. New profiles use the newest; earlier ones still open. */
export interface ProfileKeys {
  newest(): { version: number; public_key: string };
  /** The sealed text; `no_key` for an unknown version, `damaged` for a text that does not open. */
  open(sealed: Sealed): { text: string } | { fault: 'no_key' | 'damaged' };
}

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const tagBytes = 16;

function opened({ key, iv, data }: Sealed, pem: string): string {
  const text = privateDecrypt({ key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(key, 'base64'));
  const bytes = Buffer.from(data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', createHash('sha256').update(text).digest(), Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - tagBytes)), decipher.final()]).toString('utf8');
}

function keysFrom(pems: () => ReadonlyMap<number, string>): ProfileKeys {
  return {
    newest: () => {
      const version = Math.max(...pems().keys());
      const pem = pems().get(version);
      if (!pem) throw new Error('There is no key for profiles');
      const spki = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' });
      return { version, public_key: spki.toString('base64') };
    },
    open: (sealed) => {
      const pem = pems().get(sealed.version);
      if (!pem) return { fault: 'no_key' };
      try {
        return { text: opened(sealed, pem) };
      } catch {
        return { fault: 'damaged' };
      }
    },
  };
}

/** Keys that exist as long as the process. */
export function profileKeysInMemory(): ProfileKeys {
  let pems: ReadonlyMap<number, string> | undefined;
  return keysFrom(() => (pems ??= new Map([[1, makeKey()]])));
}

/** Writes a complete key beside its place, then links it: of several processes that do this at once, one succeeds. */
function addKey(folder: string, version: number): void {
  const own = join(folder, `.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(own, makeKey(), { mode: 0o600 });
  try {
    linkSync(own, join(folder, `${version}.pem`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
}

const versionsIn = (folder: string) =>
  readdirSync(folder)
    .map((name) => Number(/^([1-9]\d{0,4})\.pem$/.exec(name)?.[1] ?? 0))
    .filter((version) => version > 0);

/** Whether the key can seal and open. */
function isWhole(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/**
 * Keys in the files `1.pem`, `2.pem`, … of a folder, which is made if missing. A key added later is used without a restart. A damaged key
 * is skipped and reported once; if every key is damaged, a new one is made.
 */
export function profileKeysIn(folder: string, report: (line: string) => void = () => {}): ProfileKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = new Map<number, string>();
  const damaged = new Set<number>();
  const take = (version: number) => {
    if (known.has(version) || damaged.has(version)) return;
    const pem = readFileSync(join(folder, `${version}.pem`), 'utf8');
    if (isWhole(pem)) known.set(version, pem);
    else {
      damaged.add(version);
      report(`The profile key ${join(folder, `${version}.pem`)} is damaged and skipped: restore it from a copy, and start again.`);
    }
  };
  const read = () => {
    versionsIn(folder).forEach(take);
    return known;
  };
  if (read().size === 0) {
    addKey(folder, Math.max(0, ...versionsIn(folder)) + 1);
    read();
  }
  return keysFrom(read);
}

/** The versions of the keys of a folder. */
export const profileKeyVersions = (folder: string): number[] => (existsSync(folder) ? versionsIn(folder).toSorted((a, b) => a - b) : []);

/** Adds a key, which seals profiles from now on. Returns its version. */
export function rotateProfileKeys(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const version = Math.max(0, ...versionsIn(folder)) + 1;
  addKey(folder, version);
  return version;
}
