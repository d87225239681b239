import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { findPicture } from './pictures.store.ts';

export { faultsOfPicture, mediaTypes, mostPictureBytes } from './picture-faults.ts';

/** Cache time, longer than a test: a browser without a service worker then shows pictures without a network. */
const keptSeconds = 4 * 3600;

/** Serves pictures by the hash of their bytes, with headers that keep a browser from running code in them. */
export function registerPictures(app: FastifyInstance, contextOf: () => Context): void {
  app.get<{ Params: { hash: string } }>(
    '/pictures/:hash',
    { schema: { params: Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) } },
    async (request, reply) => {
      const etag = `W/"${request.params.hash}"`;
      reply.header('cache-control', `private, max-age=${keptSeconds}`).header('etag', etag);
      // The name is the hash of the bytes, so a cached picture is always current.
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      const picture = await findPicture(contextOf(), request.params.hash);
      if (!picture) throw new Problem('not_found');
      return reply
        .type(picture.media_type)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(picture.bytes);
    },
  );
}
