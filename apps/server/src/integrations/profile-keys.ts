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
import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a browser hands in, each part in base64; the contract says what it is made of. */
export interface Sealed {
  version: number;
  key: string;
  iv: string;
  data: string;
}

/** The keys that profiles are sealed with. The newest is handed out, the earlier ones still open. */
export interface ProfileKeys {
  newest(): { version: number; public_key: string };
  /** The text that was sealed; `no_key` for a version that is not there, `damaged` for what does not open. */
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

/** Keys that live as long as the process. */
export function profileKeysInMemory(): ProfileKeys {
  let pems: ReadonlyMap<number, string> | undefined;
  return keysFrom(() => (pems ??= new Map([[1, makeKey()]])));
}

/** Writes a key whole beside its place, then links it: of several processes that do so at once one makes it. */
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

/** Keys as files `1.pem`, `2.pem`, … of a folder, made where there is none. A file added later is taken without a restart. */
export function profileKeysIn(folder: string): ProfileKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (versionsIn(folder).length === 0) addKey(folder, 1);
  const known = new Map<number, string>();
  return keysFrom(() => {
    for (const version of versionsIn(folder))
      if (!known.has(version)) known.set(version, readFileSync(join(folder, `${version}.pem`), 'utf8'));
    return known;
  });
}

/** Adds a key, which the next pages are given. Returns its version. */
export function rotateProfileKeys(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const version = Math.max(0, ...versionsIn(folder)) + 1;
  addKey(folder, version);
  return version;
}
