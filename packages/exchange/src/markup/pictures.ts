import type { Notices } from '../notices.ts';
import { most, type ReadPicture } from '../reading.ts';

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** The form of a picture, by its bytes. */
function formOf(bytes: Uint8Array): string {
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(bytes, 0, 3) === 'GIF') return 'GIF';
  if (ascii(bytes, 0, 2) === 'BM') return 'BMP';
  if (starts(bytes, 0x49, 0x49, 0x2a) || starts(bytes, 0x4d, 0x4d, 0)) return 'TIFF';
  if (ascii(bytes, 40, 44) === ' EMF') return 'EMF';
  if (starts(bytes, 0xd7, 0xcd, 0xc6, 0x9a) || starts(bytes, 1, 0, 9, 0)) return 'WMF';
  if (/<svg[\s>]/.test(ascii(bytes, 0, 1000))) return 'image/svg+xml';
  return 'unknown';
}

const taken: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
const isTaken = (form: string): form is ReadPicture['media_type'] => taken.includes(form);

/** The pictures of one question. */
export class Pictures {
  readonly list: ReadPicture[] = [];
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** Adds a picture and returns its index; null, with the loss among the notices, for one that cannot be shown. */
  add(name: string, bytes: Uint8Array | undefined, alt: string): number | null {
    const shortName = name.length > 80 ? `${name.slice(0, 79)}…` : name;
    const lose = (code: string, why: string) => {
      this.#notices.loss(code, `The picture ${shortName} was left out: ${why}.`);
      return null;
    };
    if (!bytes || bytes.length === 0) return lose('picture_missing', 'it is not in the file');
    const form = formOf(bytes);
    if (!isTaken(form)) return lose('picture_form', `its form is ${form}; use PNG, JPEG, WebP or SVG`);
    const same = this.list.findIndex((picture) => picture.name === name);
    if (same >= 0) return same;
    if (this.list.length >= most.pictures) return lose('too_many_pictures', `a question may have ${most.pictures}`);
    return this.list.push({ name: shortName, media_type: form, bytes, alt: alt.trim().slice(0, 600) }) - 1;
  }
}

/** The bytes of a base64 text; undefined if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s+/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(compact) ? Uint8Array.from(Buffer.from(compact, 'base64')) : undefined;
}
