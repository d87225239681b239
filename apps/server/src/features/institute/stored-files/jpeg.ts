const marker = { begin: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, exif: 0xe1, lastApplication: 0xef } as const;
/** Application data that a decoder needs: the colour profile, and Adobe's note on how colours are stored. */
const needed: readonly number[] = [0xe2, 0xee];

const isWithoutLength = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

/** The end of compressed data that begins at `from`: the next marker that is neither a stuffed byte nor a restart. -1 without one. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && !isWithoutLength(code)) return at;
  }
  return -1;
}

/** Far more segments than a camera writes; each costs time in the event loop. */
const mostSegments = 2000;

/**
 * The JPEG without place, device, time, comments and previews (EXIF, XMP and their kin), and without bytes after its end; null if it is not a
 * whole JPEG.
 */
export function withoutMetadata(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0xff || bytes[1] !== marker.begin) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2, met = 0; at + 3 < bytes.length + 2; met += 1) {
    if (met > mostSegments) return null;
    const code = bytes[at + 1];
    if (bytes[at] !== 0xff || code === undefined) return null;
    if (code === marker.end) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    if (code === 0xff) {
      at += 1;
      continue;
    }
    const end = isWithoutLength(code) ? at + 2 : at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (end <= at + 1 || end > bytes.length) return null;
    const next = code === marker.scan ? endOfScan(bytes, end) : end;
    if (next === -1) return null;
    const isMetadata = code === marker.comment || (code >= marker.exif && code <= marker.lastApplication && !needed.includes(code));
    if (!isMetadata) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}
