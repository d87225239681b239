import multipart from '@fastify/multipart';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { FolderStorage } from './folder-storage.ts';
import { PolicyFault } from './post-policy.ts';
import { attachmentHeader, type ByteRange, partBytes, SizeFault } from './storage.ts';

const mostBytes = 100 * 1024 * 1024;
/** A signed form has seven fields; a policy is under 2 kB. */
const limits = { fields: 12, fieldNameSize: 100, fieldSize: 4096, files: 1, parts: 13, fileSize: mostBytes + 1, headerPairs: 20 };

const Address = {
  params: Type.Object({ '*': Type.String({ maxLength: 200 }) }),
  querystring: Type.Object({
    expires: Type.Integer({ minimum: 0 }),
    detail: Type.String({ maxLength: 250 }),
    signature: Type.String({ maxLength: 100 }),
  }),
};

interface SignedRequest {
  Params: { '*': string };
  Querystring: { expires: number; detail: string; signature: string };
}

/** A broken condition of a signature is refused with its sentence; any other error is a defect. */
function refuse(error: unknown): never {
  if (error instanceof PolicyFault) throw new Problem('not_allowed', error.message);
  if (error instanceof SizeFault) throw new Problem('too_large', error.message);
  throw error;
}

/** A single range of bytes (RFC 9110, section 14.2); undefined to send the whole object. */
function rangeOf(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from <= to ? { from, to } : undefined;
}

/** Serves the signed forms and addresses of a storage in a folder. Their signature is the proof, so no sign-in is needed. */
export async function registerFolderStorage(app: FastifyInstance, storage: FolderStorage, clock: () => Date): Promise<void> {
  await app.register(multipart, { limits });
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.post('/storage/forms', { bodyLimit: mostBytes + 64 * 1024, config: { takesFile: true } }, async (request, reply) => {
    const fields: Record<string, string> = {};
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // As at S3, fields after the file do not count, so all signed fields have arrived by now.
        await storage.takeForm(fields, part.file, clock()).catch((error: unknown) => {
          part.file.resume();
          refuse(error);
        });
        return reply.code(204).send();
      }
      fields[part.fieldname] = String(part.value);
    }
    throw new Problem('invalid_input', 'The form has no file.');
  });

  const requireSigned = (request: FastifyRequest<SignedRequest>, method: 'GET' | 'PUT') => {
    const { expires, detail, signature } = request.query;
    const key = request.params['*'];
    if (!storage.isSigned({ method, key, expires, detail }, signature, clock()))
      throw new Problem('not_allowed', 'This address has expired.');
    return { key, detail };
  };

  app.put<SignedRequest>(
    '/storage/objects/*',
    { schema: Address, bodyLimit: partBytes, config: { takesFile: true } },
    async (request, reply) => {
      const { key, detail } = requireSigned(request, 'PUT');
      const [upload_id = '', number = ''] = detail.split('/');
      if (!(request.body instanceof Readable)) throw new Problem('wrong_media_type', 'Send the part as raw bytes.');
      await storage.takePart(key, upload_id, Number(number), request.body).catch(refuse);
      return reply.code(204).send();
    },
  );

  app.get<SignedRequest>('/storage/objects/*', { schema: Address }, async (request, reply) => {
    const { key, detail } = requireSigned(request, 'GET');
    const object = await storage.find(key);
    if (!object) throw new Problem('not_found');
    const range = rangeOf(request.headers.range, object.bytes);
    if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${object.bytes}`);
    return reply
      .headers({
        'accept-ranges': 'bytes',
        'content-type': object.media_type,
        'content-length': range ? range.to - range.from + 1 : object.bytes,
        'content-disposition': attachmentHeader(detail),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(await storage.read(key, range));
  });
}
