import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const mostKept = 200;
const worthCompressing = 1024;

const packed = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
const encodings = ['br', 'gzip'] as const;

/** A response that is the same for everybody: its bytes, and their compressed form, which is made at the first request. */
interface Kept {
  version: unknown;
  etag: string;
  bytes: Buffer;
  compressed: Partial<Record<(typeof encodings)[number], Promise<Buffer>>>;
}

/** Cached responses, which are made again when their content changes. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /** The response with this name; another version of its content makes another response. */
  of(name: string, version: unknown, make: () => string): Kept {
    const known = this.#kept.get(name);
    if (known && known.version === version) return known;
    const bytes = Buffer.from(make());
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    const made: Kept = { version, etag, bytes, compressed: {} };
    // The oldest are dropped, because names contain the requested host, which a caller can invent.
    if (this.#kept.size >= mostKept) for (const oldest of this.#kept.keys()) if (this.#kept.delete(oldest)) break;
    this.#kept.set(name, made);
    return made;
  }
}

/** Sends the response with its ETag, compressed if the caller accepts that; 304 if the caller has it already. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, { etag, bytes, compressed }: Kept, type: string) {
  reply.header('etag', etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.replace('W/', '') === etag) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = bytes.length < worthCompressing ? undefined : encodings.find((one) => accepted.includes(one));
  reply.type(type);
  if (!encoding) return reply.send(bytes);
  return reply.header('content-encoding', encoding).send(await (compressed[encoding] ??= packed[encoding](bytes)));
}
