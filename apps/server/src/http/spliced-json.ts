import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** The first part of a JSON object, which is the same for everybody and compressed once. */
export interface CompressedPart {
  /** The header of a gzip member and its first blocks. */
  bytes: Buffer;
  crc: number;
  length: number;
}

// Gzip header by RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

const deflate = promisify(deflateRaw);

/**
 * Compresses the beginning of a JSON object, up to and including a comma, off the event loop, because level 9, for cached parts, takes tens
 * of milliseconds; level 1 is for parts that one student sees once. A full flush ends the data on a byte boundary, so that another block
 * can follow.
 */
export async function compressPart(text: string, level: 1 | 9): Promise<CompressedPart> {
  const bytes = Buffer.from(text);
  const deflated = await deflate(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([header, deflated]), crc: crc32(bytes), length: bytes.length };
}

/** Below this size, compression costs more time than the saved bytes are worth. */
const bytesWorthDeflating = 2048;

/** The last block of a deflate stream (RFC 1951): a short text stored as it is, a longer one compressed. */
function lastBlock(bytes: Buffer): Buffer {
  if (bytes.length >= bytesWorthDeflating) return deflateRawSync(bytes, { level: 1 });
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** A reused buffer for each student's own part, because a new one for each would burden the garbage collector. */
const scratch = Buffer.alloc(256 * 1024);
/** The most UTF-8 bytes of one UTF-16 code unit. */
const mostBytesOfUnit = 3;

function encode(text: string): Buffer {
  if (text.length * mostBytesOfUnit > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/**
 * One gzip member (RFC 1952) of the cached part and the rest of the object, as buffers to write one after the other. Browsers silently drop
 * a second member, so the parts are joined as deflate blocks of one member.
 */
export function splice({ bytes, crc, length }: CompressedPart, rest: string): readonly Buffer[] {
  const own = encode(rest);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(own, crc), 0);
  trailer.writeUInt32LE((length + own.length) % 2 ** 32, 4);
  return [bytes, Buffer.concat([lastBlock(own), trailer])];
}
