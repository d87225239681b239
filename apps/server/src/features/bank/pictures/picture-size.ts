interface Size {
  width: number;
  height: number;
}

/** In the head of the first chunk, which the format prescribes. */
const sizeOfPng = (bytes: Buffer): Size | null =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** The first chunk tells the form: with features (VP8X), without loss (VP8L) or with loss (VP8 and a blank). */
function sizeOfWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return null;
  const sides = bytes.readUInt32LE(21);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}

/** C0 to CF begin a frame, except tables and the marks of arithmetic coding. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

function sizeOfJpeg(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (code === 0xff) at += 1;
    else if (isFrame(code)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

const readers: Readonly<Record<string, (bytes: Buffer) => Size | null>> = {
  png: sizeOfPng,
  jpg: sizeOfJpeg,
  jpeg: sizeOfJpeg,
  webp: sizeOfWebp,
};

/** Width and height in pixels as the head of the file says, by its ending; null if the head is damaged. */
export function sizeOfPicture(ending: string, bytes: Buffer): Size | null {
  const size = readers[ending]?.(bytes) ?? null;
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}
