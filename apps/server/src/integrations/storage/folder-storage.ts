import { createHash, createHmac, type Hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkForm, PolicyFault, signPolicy, type Signer } from './post-policy.ts';
import {
  bounded,
  downloadMinutes,
  keptKeyOf,
  partBytes,
  partMinutes,
  PartsFault,
  requireKey,
  SizeFault,
  type ListedObject,
  type ListedUpload,
  type Storage,
  type StoredObject,
  type StoredPart,
} from './storage.ts';

/** The permission of a signed address of this storage, until it expires. */
export interface SignedAddress {
  method: 'GET' | 'PUT';
  key: string;
  /** The moment at which it expires, in milliseconds. */
  expires: number;
  /** For a download the name to save under; for a part the upload and its number. */
  detail: string;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns this value if the file or folder is missing. */
const insteadOfMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return value;
    throw error;
  };

const pageLength = 1000;
const uploadId = /^[0-9a-f-]{36}$/;

/** Files below a folder, by their paths in it; none if the folder is missing. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) if (entry.isFile()) yield join(entry.parentPath, entry.name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Writes a stream to a temporary file first, so that half a file never becomes an object. Returns its size; `hash` also gets the bytes. */
async function save(source: AsyncIterable<Buffer>, file: string, most: number, hash?: Hash): Promise<number> {
  const temporary = `${file}.${randomUUID()}.part`;
  const count = { bytes: 0 };
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash?.update(chunk);
      yield chunk;
    }
  };
  await mkdir(dirname(file), { recursive: true });
  try {
    await pipeline(bounded(source, most, count), hashed, createWriteStream(temporary, { mode: 0o600 }));
    await rename(temporary, file);
    return count.bytes;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A storage in a folder of this machine, for the demo and for a single server. `registerFolderStorage` serves its forms and addresses. */
export interface FolderStorage extends Storage {
  signer: Signer;
  /** Stores the file of a posted form. Throws a PolicyFault or a SizeFault, and then stores nothing. */
  takeForm(fields: Record<string, string>, file: Readable, now: Date): Promise<void>;
  takePart(key: string, upload_id: string, number: number, body: Readable): Promise<void>;
  /** Whether the address was signed here and has not expired. */
  isSigned(address: SignedAddress, signature: string, now: Date): boolean;
}

/** `site` is the address of the API, such as `/api`. */
export function openFolderStorage(folder: string, secret: Buffer, site: string): FolderStorage {
  const derived = createHmac('sha256', secret).update('storage').digest('hex');
  const signer: Signer = { access_key: 'abhyas', secret_key: derived, region: 'local', bucket: 'files' };
  const fileOf = (key: string) => {
    requireKey(key);
    return join(folder, 'objects', key);
  };
  // Types are in a folder of their own, which no key can name.
  const typeFileOf = (key: string) => join(folder, 'types', key);
  const partsOf = (upload_id: string) => {
    if (!uploadId.test(upload_id)) throw new Error('That is not an upload in parts.');
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
  const keep = async (key: string, media_type: string, source: AsyncIterable<Buffer>, most: number) => {
    await mkdir(dirname(typeFileOf(key)), { recursive: true });
    await writeFile(typeFileOf(key), media_type, { mode: 0o600 });
    return save(source, fileOf(key), most);
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
    const names = (await readdir(partsOf(upload_id)).catch(insteadOfMissing<string[]>([]))).filter((name) => /^\d+$/.test(name));
    const parts = names.map(async (name) => {
      const file = join(partsOf(upload_id), name);
      // A part without an etag is incomplete, and is sent again.
      const etag = await readFile(`${file}.etag`, 'utf8').catch(insteadOfMissing(undefined));
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
    write: async (key, media_type, bytes) => {
      await keep(key, media_type, Readable.from([bytes]), bytes.length);
    },
    writeStream: keep,
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
      const pieces = async function* () {
        for (const { number, etag } of parts) {
          const hash = createHash('md5');
          for await (const chunk of createReadStream(join(uploaded, String(number)))) {
            hash.update(chunk as Buffer);
            yield chunk as Buffer;
          }
          if (hash.digest('hex') !== etag) throw new PartsFault();
        }
      };
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      try {
        await keep(key, await readFile(join(uploaded, 'type'), 'utf8'), pieces(), bytes);
      } catch (error) {
        // A part was replaced, or another call has joined and removed the parts.
        throw error instanceof SizeFault || isMissing(error) ? new PartsFault() : error;
      }
      await rm(uploaded, { recursive: true, force: true });
    },
    abortParts: async (_key, upload_id) => {
      await rm(partsOf(upload_id), { recursive: true, force: true });
    },

    async *list(prefix) {
      const top = join(folder, 'objects');
      let page: ListedObject[] = [];
      for await (const file of filesBelow(join(top, dirname(`${prefix}-`)))) {
        const key = relative(top, file);
        if (!key.startsWith(prefix)) continue;
        // A file that was removed meanwhile is left out.
        const found = await stat(file).catch(insteadOfMissing(undefined));
        if (found) page.push({ key, bytes: found.size });
        if (page.length === pageLength) {
          yield page;
          page = [];
        }
      }
      yield page;
    },
    async *listUploads() {
      const names = await readdir(join(folder, 'uploads')).catch(insteadOfMissing<string[]>([]));
      yield names.filter((name) => uploadId.test(name)).map((upload_id): ListedUpload => ({ key: '', upload_id }));
    },

    takeForm: async (fields, file, now) => {
      const { key, media_type, most_bytes } = checkForm(signer, fields, now);
      if (await find(keptKeyOf(key))) throw new PolicyFault('This form was already used: its file is recorded.');
      await keep(key, media_type, file, most_bytes);
    },
    takePart: async (_key, upload_id, number, body) => {
      const isOpen = await stat(partsOf(upload_id)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!isOpen) throw new PolicyFault('This upload is over.');
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
