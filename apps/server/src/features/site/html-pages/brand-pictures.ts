import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};
const name = Type.Object({ file: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*\\.(svg|png|jpg|webp)$', maxLength: 80 }) });

/** Serves the pictures of the brand with headers that keep a browser from running code in them. */
export function registerPicturesOfBrand(app: FastifyInstance, brandFolder: string): void {
  app.get<{ Params: { file: string } }>('/brand/:file', { schema: { params: name } }, async (request, reply) => {
    const { file } = request.params;
    const bytes = await readFile(join(brandFolder, 'pictures', file)).catch(() => undefined);
    if (!bytes) throw new Problem('not_found');
    return reply
      .type(mediaTypes[extname(file)] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(bytes);
  });
}
