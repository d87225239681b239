// Contents: limits · opening · names · reading an entry
import { createReadStream } from 'node:fs';
import { open as openFile, stat } from 'node:fs/promises';
import type { Archive } from '@abhyas/exchange/reading';
import { Problem } from '@abhyas/contract/problem';
import { type Entry, open as openZipFile, type ZipFile } from 'yauzl';

const megabyte = 1024 * 1024;

/** Limits of a file and of what it unpacks to. A single text is read as a whole, so its limit is lower. */
export const mostOfArchive = {
  entries: 20_000,
  unpackedBytes: 500 * megabyte,
  entryBytes: 100 * megabyte,
  /** Unpacked bytes for each packed byte; small entries of blanks may have more. */
  ratio: 200,
  ratioFromBytes: megabyte,
  nameLength: 300,
} as const;

const refused = (why: string) => new Problem('refused_file', why);
const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;

/** An archive, whose file stays open until `close`. */
export interface OpenedArchive extends Archive {
  /** Archives and documents within the archive, which are not read. */
  nested: readonly string[];
  close(): void;
}

const isArchiveName = /\.(?:zip|rar|7z|tar|gz|tgz|bz2|xz|docx|xlsx|pptx|epub|imscc)$/i;
const typeMask = 0o170_000;
const symbolicLink = 0o120_000;

/** Why an entry is refused, in words; null if it is good. Sizes are checked again while the entry is unpacked. */
function faultOfEntry({ fileName, externalFileAttributes, generalPurposeBitFlag, compressionMethod }: Entry): string | null {
  if (fileName.length > mostOfArchive.nameLength) return 'A name in the archive is too long.';
  if (((externalFileAttributes >>> 16) & typeMask) === symbolicLink) return `The archive has a link, ${fileName}. Pack the file itself.`;
  if ((generalPurposeBitFlag & 1) !== 0) return 'The archive is protected by a password. Pack it without one.';
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return `${fileName} is packed in an unusual way. Pack the files as an ordinary zip.`;
  return null;
}

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    openZipFile(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(refused('This archive is damaged. Pack the files again.')) : resolve(zip),
    );
  });

/** The entries of a zip by name. Throws `refused_file` for the first bad one. */
async function entriesOf(zip: ZipFile): Promise<{ entries: Map<string, Entry>; nested: string[] }> {
  const entries = new Map<string, Entry>();
  const nested: string[] = [];
  let announced = 0;
  if (zip.entryCount > mostOfArchive.entries) throw refused(`The archive has more than ${mostOfArchive.entries} files. Split it.`);
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const fault = faultOfEntry(entry);
      announced += entry.uncompressedSize;
      if (fault !== null) return reject(refused(fault));
      if (announced > mostOfArchive.unpackedBytes)
        return reject(refused(`The archive has more than ${inMegabytes(mostOfArchive.unpackedBytes)} unpacked. Split it.`));
      if (isArchiveName.test(entry.fileName)) nested.push(entry.fileName);
      else if (!entry.fileName.endsWith('/')) {
        if (entries.has(entry.fileName)) return reject(refused(`The archive has two files named ${entry.fileName}.`));
        entries.set(entry.fileName, entry);
      }
      if (entries.size > mostOfArchive.entries)
        return reject(refused(`The archive has more than ${mostOfArchive.entries} files. Split it.`));
      return zip.readEntry();
    });
    zip.on('end', resolve);
    // The library refuses names that lead out of the archive: absolute ones, and those with `..` or a backslash.
    zip.on('error', () => reject(refused('The archive is damaged, or has a name that leads out of it. Pack the files again.')));
    zip.readEntry();
  });
  return { entries, nested };
}

/** Unpacks an entry, and counts its true bytes, because a header can lie. Throws `refused_file` above a limit. */
async function unpack(zip: ZipFile, entry: Entry, left: { bytes: number }): Promise<Uint8Array> {
  const stream = await new Promise<AsyncIterable<Buffer> & { destroy(): void }>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(refused(`${entry.fileName} is damaged.`)) : resolve(opened)));
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  const most = Math.min(mostOfArchive.entryBytes, Math.max(mostOfArchive.ratioFromBytes, entry.compressedSize * mostOfArchive.ratio));
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      left.bytes -= chunk.length;
      if (bytes > most)
        throw refused(
          `${entry.fileName} unpacks to far more than its packed size, or to more than ${inMegabytes(mostOfArchive.entryBytes)}.`,
        );
      if (left.bytes < 0) throw refused(`The archive has more than ${inMegabytes(mostOfArchive.unpackedBytes)} unpacked. Split it.`);
      chunks.push(chunk);
    }
  } catch (error) {
    stream.destroy();
    if (error instanceof Problem) throw error;
    throw refused(`${entry.fileName} is damaged. Pack the files again.`);
  }
  return Buffer.concat(chunks);
}

async function openZipArchive(path: string): Promise<OpenedArchive> {
  const zip = await openZip(path);
  try {
    const { entries, nested } = await entriesOf(zip);
    // A reader may read an entry twice, to recognise the format and to read the questions.
    const left = { bytes: 2 * mostOfArchive.unpackedBytes };
    const read = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new Error(`The archive has no ${name}`);
      return unpack(zip, entry, left);
    };
    return { names: [...entries.keys()], nested, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from([0x50, 0x4b, 3, 4])) || buffer.equals(Buffer.from([0x50, 0x4b, 5, 6]));
  } finally {
    await file.close();
  }
}

async function readWhole(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Opens an uploaded file as an archive: a zip with its entries, any other file as an archive of one name. Throws `refused_file` for an archive
 * that is damaged, too large, or has links, other archives or names that lead out of it.
 */
export async function openArchive(path: string, file_name: string): Promise<OpenedArchive> {
  if (await isZip(path)) return openZipArchive(path);
  const { size } = await stat(path);
  if (size > mostOfArchive.entryBytes) throw refused(`A file of text may have ${inMegabytes(mostOfArchive.entryBytes)} at most. Split it.`);
  return { names: [file_name], nested: [], read: () => readWhole(path), close: () => undefined };
}
