import type { Readable } from 'node:stream';

/** A form that a browser posts to the storage: every field as it is, then the file as `file`, last. */
export interface UploadForm {
  url: string;
  url_fields: Record<string, string>;
}

/** What may be uploaded by a form; the storage refuses anything else. */
export interface UploadRule {
  key: string;
  media_type: string;
  /** Bytes, from 1 up to this. */
  most_bytes: number;
}

export interface StoredObject {
  bytes: number;
  media_type: string;
}

export interface StoredPart {
  /** From 1. */
  number: number;
  bytes: number;
  etag: string;
}

/** Part of an object in bytes, both ends included. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Files of users: answer sheets, shared files, recordings, resumes. Keys are made by the server, never by a user. One of S3's kind and one in a
 * local folder; both enforce every condition of what they sign.
 */
export interface Storage {
  /** Origin that browsers send files to, where it is another one than the site's. */
  origin?: string;
  /** A signed form for one file, valid for 10 minutes. */
  signForm(rule: UploadRule, now: Date): UploadForm;
  /** An address that downloads the object under `file_name` (never opens it), valid for 5 minutes. */
  signDownload(key: string, file_name: string, now: Date): Promise<string>;
  /** The object as it is stored; undefined when there is none. */
  find(key: string): Promise<StoredObject | undefined>;
  /** Throws when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  write(key: string, media_type: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  /** Gives an object another key, which no form names; what is there is replaced. Throws when there is no such object. */
  move(key: string, to: string): Promise<void>;

  /** Begins an upload in parts and returns its id. */
  beginParts(key: string, media_type: string): Promise<string>;
  /** An address that takes one part by PUT, of at most `partBytes`, valid for an hour. */
  signPart(key: string, upload_id: string, number: number, now: Date): Promise<string>;
  listParts(key: string, upload_id: string): Promise<StoredPart[]>;
  /** Makes the object of the parts, in order. */
  finishParts(key: string, upload_id: string, parts: readonly StoredPart[]): Promise<void>;
  abortParts(key: string, upload_id: string): Promise<void>;
}

/** Size of every part but the last one. S3 takes none smaller. */
export const partBytes = 5 * 1024 * 1024;
export const formMinutes = 10;
export const downloadMinutes = 5;
export const partMinutes = 60;

/** Where a file lies once it is recorded: no form that sent it reaches it there. */
export const keptKeyOf = (key: string): string => `kept/${key}`;

/** Throws unless the key is one that the server makes: lower case, digits, `-`, `_`, `.` and `/`. */
export function requireKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9_-]+)*$/.test(key) || key.length > 200) throw new Error(`"${key}" is not a key of the storage.`);
}

/** The header that makes a browser save a file under this name, whatever letters it has (RFC 6266). */
export function attachmentHeader(file_name: string): string {
  const plain = file_name.replaceAll(/[^\w .()-]/g, '_').slice(0, 100);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name.slice(0, 200)).replaceAll("'", '%27')}`;
}
