import { createHash, createHmac, type Hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkForm, PolicyFault, signPolicy, type Signer } from './post-policy.ts';
import {
  downloadMinutes,
  keptKeyOf,
  partBytes,
  partMinutes,
  requireKey,
  type Storage,
  type StoredObject,
  type StoredPart,
} from './storage.ts';

/** More bytes than are allowed, or none. */
export class SizeFault extends Error {}

/** What a signed address of this storage may do until it expires. */
export interface SignedAddress {
  method: 'GET' | 'PUT';
  key: string;
  /** Moment at which it expires, in ms. */
  expires: number;
  /** Of a download: the name to save under. Of a part: upload and number. */
  detail: string;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Writes a stream to a file under another name first, so that half a file is never an object; `hash` takes what is written. */
async function save(source: Readable, file: string, most: number, hash?: Hash): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash?.update(chunk);
      done(bytes > most ? new SizeFault(`That is more than ${most} bytes.`) : null, chunk);
    },
  });
  await mkdir(dirname(file), { recursive: true });
  try {
    await pipeline(source, count, createWriteStream(temporary, { mode: 0o600 }));
    if (bytes === 0) throw new SizeFault('The file is empty.');
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A storage in a folder of this machine, for the demo and for one server: its forms and addresses are those of `registerFolderStorage`. */
export interface FolderStorage extends Storage {
  signer: Signer;
  /** Takes the file of a posted form. Throws a PolicyFault or a SizeFault, and then keeps nothing. */
  takeForm(fields: Record<string, string>, file: Readable, now: Date): Promise<void>;
  takePart(key: string, upload_id: string, number: number, body: Readable): Promise<void>;
  /** Whether the address was signed here and has not expired. */
  isSigned(address: SignedAddress, signature: string, now: Date): boolean;
}

/** `site` is where the API is reached, such as `/api`. */
export function openFolderStorage(folder: string, secret: Buffer, site: string): FolderStorage {
  const derived = createHmac('sha256', secret).update('storage').digest('hex');
  const signer: Signer = { access_key: 'abhyas', secret_key: derived, region: 'local', bucket: 'files' };
  const fileOf = (key: string) => {
    requireKey(key);
    return join(folder, 'objects', key);
  };
  // Types lie in a tree of their own: no key can name one.
  const typeFileOf = (key: string) => join(folder, 'types', key);
  const partsOf = (upload_id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(upload_id)) throw new Error('That is not an upload in parts.');
    return join(folder, 'uploads', upload_id);
  };
  const signatureOf = ({ method, key, expires, detail }: SignedAddress) =>
    createHmac('sha256', derived)
      .update(JSON.stringify([method, key, expires, detail]))
      .digest('base64url');
  const sign = (address: SignedAddress) => {
    const query = new URLSearchParams({ expires: String(address.expires), detail: address.detail, signature: signatureOf(address) });
    return `${site}/storage/objects/${address.key}?${query.toString()}`;
  };
  const keep = async (key: string, media_type: string, source: Readable, most: number) => {
    await mkdir(dirname(typeFileOf(key)), { recursive: true });
    await writeFile(typeFileOf(key), media_type, { mode: 0o600 });
    await save(source, fileOf(key), most);
  };
  const find = async (key: string): Promise<StoredObject | undefined> => {
    try {
      const [{ size }, media_type] = await Promise.all([stat(fileOf(key)), readFile(typeFileOf(key), 'utf8')]);
      return { bytes: size, media_type };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const listParts = async (_key: string, upload_id: string): Promise<StoredPart[]> => {
    const names = (await readdir(partsOf(upload_id))).filter((name) => /^\d+$/.test(name));
    const parts = names.map(async (name) => {
      const file = join(partsOf(upload_id), name);
      const etag = await readFile(`${file}.etag`, 'utf8').catch((error: unknown) => {
        // A part whose etag was not written is sent again.
        if (isMissing(error)) return undefined;
        throw error;
      });
      return etag === undefined ? [] : [{ number: Number(name), bytes: (await stat(file)).size, etag }];
    });
    return (await Promise.all(parts)).flat().toSorted((a, b) => a.number - b.number);
  };

  return {
    signer,
    signForm: (rule, now) => {
      requireKey(rule.key);
      return { url: `${site}/storage/forms`, url_fields: signPolicy(signer, rule, now) };
    },
    signDownload: async (key, file_name, now) => {
      requireKey(key);
      return sign({ method: 'GET', key, expires: now.getTime() + downloadMinutes * 60_000, detail: file_name });
    },
    find,
    read: async (key, range) => {
      const file = fileOf(key);
      await stat(file);
      return createReadStream(file, range ? { start: range.from, end: range.to } : {});
    },
    write: (key, media_type, bytes) => keep(key, media_type, Readable.from([bytes]), bytes.length),
    remove: async (key) => {
      await rm(fileOf(key), { force: true });
      await rm(typeFileOf(key), { force: true });
    },

    move: async (key, to) => {
      await mkdir(dirname(typeFileOf(to)), { recursive: true });
      await mkdir(dirname(fileOf(to)), { recursive: true });
      await copyFile(typeFileOf(key), typeFileOf(to));
      await rename(fileOf(key), fileOf(to));
      await rm(typeFileOf(key), { force: true });
    },

    beginParts: async (key, media_type) => {
      requireKey(key);
      const upload_id = randomUUID();
      await mkdir(partsOf(upload_id), { recursive: true });
      await writeFile(join(partsOf(upload_id), 'type'), media_type);
      return upload_id;
    },
    signPart: async (key, upload_id, number, now) => {
      requireKey(key);
      return sign({ method: 'PUT', key, expires: now.getTime() + partMinutes * 60_000, detail: `${upload_id}/${number}` });
    },
    listParts,
    finishParts: async (key, upload_id, parts) => {
      const uploaded = partsOf(upload_id);
      const media_type = await readFile(join(uploaded, 'type'), 'utf8');
      const pieces = async function* () {
        for (const { number } of parts) yield* createReadStream(join(uploaded, String(number)));
      };
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      await keep(key, media_type, Readable.from(pieces()), bytes);
      await rm(uploaded, { recursive: true, force: true });
    },
    abortParts: async (_key, upload_id) => {
      await rm(partsOf(upload_id), { recursive: true, force: true });
    },

    takeForm: async (fields, file, now) => {
      const { key, media_type, most_bytes } = checkForm(signer, fields, now);
      if (await find(keptKeyOf(key))) throw new PolicyFault('This form was used: its file is recorded.');
      await keep(key, media_type, file, most_bytes);
    },
    takePart: async (_key, upload_id, number, body) => {
      await stat(partsOf(upload_id));
      const file = join(partsOf(upload_id), String(number));
      const hash = createHash('md5');
      await save(body, file, partBytes, hash);
      await writeFile(`${file}.etag`, hash.digest('hex'), { mode: 0o600 });
    },
    isSigned: (address, signature, now) => {
      const expected = Buffer.from(signatureOf(address));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) && address.expires > now.getTime();
    },
  };
}
