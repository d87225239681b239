import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

const headBytes = 4096;
/** Matches a page of a PDF, and not the list of pages. A match may span two chunks. */
const pageMark = /\/Type\s{0,4}\/Page(?![a-zA-Z])/g;
const overlap = 32;
/** The part of an Office file that contains macros; names in an archive are not compressed. */
const macroPart = 'vbaProject.bin';

export interface FileContent {
  bytes: number;
  sha256: Buffer;
  /** The first 4 kB. */
  head: Buffer;
  hasMacros: boolean;
  /** The number of pages that can be counted without unpacking; null if none is found. */
  pdfPages: number | null;
}

/** Reads a file once: its size, its hash, its first bytes, its macros and its pages. Throws the errors of the stream. */
export async function readContent(source: Readable): Promise<FileContent> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let [bytes, pages, hasMacros, tail] = [0, 0, false, ''];
  for await (const chunk of source) {
    const piece = chunk as Buffer;
    hash.update(piece);
    bytes += piece.length;
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
    const text = tail + piece.toString('latin1');
    hasMacros ||= text.includes(macroPart);
    // A match that begins within the overlap is counted with the next chunk.
    for (const { index } of text.matchAll(pageMark)) if (index < text.length - overlap) pages += 1;
    tail = text.slice(-overlap);
  }
  for (const _mark of tail.matchAll(pageMark)) pages += 1;
  return { bytes, sha256: hash.digest(), head, hasMacros, pdfPages: pages > 0 ? pages : null };
}
