import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The first part of a JSON object, compressed once: what is the same for everybody. */
export interface CompressedPart {
  deflated: Buffer;
  crc: number;
  length: number;
}

// Gzip header by RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Compresses the opening of a JSON object, up to and with a comma. A full flush ends it on a byte, so that another block can follow. */
export function compressPart(text: string): CompressedPart {
  const bytes = Buffer.from(text);
  return { deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }), crc: crc32(bytes), length: bytes.length };
}

/**
 * One gzip member (RFC 1952) of the kept part and the rest of the object. Browsers drop a second member in silence, so the parts are joined
 * below it, as deflate blocks.
 */
export function splice({ deflated, crc, length }: CompressedPart, rest: string): Buffer {
  const bytes = Buffer.from(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes, crc), 0);
  trailer.writeUInt32LE((length + bytes.length) % 2 ** 32, 4);
  return Buffer.concat([header, deflated, deflateRawSync(bytes, { level: 1 }), trailer]);
}
