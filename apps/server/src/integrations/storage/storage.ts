import type { Readable } from 'node:stream';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

/** A form that a browser posts to the storage: every field unchanged, then the file as `file`, last. */
export interface UploadForm {
  url: string;
  url_fields: Record<string, string>;
}

/** The file that a form may upload; the storage refuses any other. */
export interface UploadRule {
  key: string;
  media_type: string;
  /** The largest size in bytes; the smallest is 1. */
  most_bytes: number;
}

export interface StoredObject {
  bytes: number;
  media_type: string;
}

export interface StoredPart {
  /** Counted from 1. */
  number: number;
  bytes: number;
  etag: string;
}

export interface ListedObject {
  key: string;
  bytes: number;
}

/** An upload in parts that is not finished. */
export interface ListedUpload {
  /** Empty if the storage finds an upload by its id only. */
  key: string;
  upload_id: string;
}

/** A part of an object in bytes, both ends included. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Stores files of users: answer sheets, shared files, recordings, resumes. The server makes the keys, never a user. There is one for S3 and
 * one for a local folder; both enforce every condition that they sign.
 */
export interface Storage {
  /** The origin to which browsers send files, if it differs from the site's. */
  origin?: string;
  /** A signed form for one file, valid for 10 minutes. */
  signForm(rule: UploadRule, now: Date): UploadForm;
  /** An address that downloads the object under `file_name` (never opens it), valid for 5 minutes. */
  signDownload(key: string, file_name: string, now: Date): Promise<string>;
  /** The object as stored; undefined if it does not exist. */
  find(key: string): Promise<StoredObject | undefined>;
  /** Reads an object, or a range of its bytes. Throws if it does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  write(key: string, media_type: string, bytes: Buffer): Promise<void>;
  /**
   * Writes a stream and returns its size in bytes. A failing source leaves no object. Throws a SizeFault beyond `most_bytes`, or if it is
   * empty.
   */
  writeStream(key: string, media_type: string, source: AsyncIterable<Buffer>, most_bytes: number): Promise<number>;
  remove(key: string): Promise<void>;
  /** Moves an object to a key that no form names, and replaces the object there. Throws if it does not exist. */
  move(key: string, to: string): Promise<void>;

  /** Begins an upload in parts and returns its id. */
  beginParts(key: string, media_type: string): Promise<string>;
  /** An address that accepts one part by PUT, of at most `partBytes`, valid for an hour. */
  signPart(key: string, upload_id: string, number: number, now: Date): Promise<string>;
  /** The parts that have arrived; none of an upload that is over. */
  listParts(key: string, upload_id: string): Promise<StoredPart[]>;
  /** Joins the parts to an object, in order. Throws a PartsFault if a part has changed since it was listed, or the upload is over. */
  finishParts(key: string, upload_id: string, parts: readonly StoredPart[]): Promise<void>;
  abortParts(key: string, upload_id: string): Promise<void>;

  /** All objects whose key begins with the prefix, in pages. */
  list(prefix: string): AsyncIterable<ListedObject[]>;
  /** All unfinished uploads in parts whose key begins with the prefix, in pages; a folder ignores the prefix. */
  listUploads(prefix: string): AsyncIterable<ListedUpload[]>;
}

/** The size of every part but the last. S3 accepts none smaller. */
export const partBytes = 5 * 1024 * 1024;
export const formMinutes = 10;
export const downloadMinutes = 5;
export const partMinutes = 60;

/** The key of a recorded file, which the form that uploaded it cannot write. */
export const keptKeyOf = (key: string): string => `kept/${key}`;

/** Throws unless the server can have made the key: lower case, digits, `-`, `_`, `.` and `/`. */
export function requireKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9_-]+)*$/.test(key) || key.length > 200) throw new Error(`"${key}" is not a key of the storage.`);
}

/** The header that makes a browser save a file under this name, with any letters (RFC 6266). */
export function attachmentHeader(file_name: string): string {
  const plain = file_name.replaceAll(/[^\w .()-]/g, '_').slice(0, 100);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(beginningOf(file_name, 200)).replaceAll("'", '%27')}`;
}

/** A file with more bytes than allowed, or with none. */
export class SizeFault extends Error {}

/** Passes bytes on while it counts them. Throws a SizeFault beyond `most` bytes, and at the end if there was none. */
export async function* bounded(source: AsyncIterable<Buffer>, most: number, count: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    count.bytes += chunk.length;
    if (count.bytes > most) throw new SizeFault(`That is more than ${most} bytes.`);
    yield chunk;
  }
  if (count.bytes === 0) throw new SizeFault('The file is empty.');
}

/** A part was replaced or removed after it was listed. */
export class PartsFault extends Error {}

/** The storage did not respond, or responded with an error. The same call may succeed later. */
export class StorageFault extends Error {}
