import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brand } from '@abhyas/contract/institute/brand';
import type { FastifyInstance } from 'fastify';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API · ${brand.name}</title>
<link rel="stylesheet" href="/api/reference/swagger-ui.css">
<link rel="icon" href="/api/reference/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/api/reference/swagger-ui-bundle.js"></script>
<script src="/api/reference/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/docs', dom_id: '#reference', deepLinking: true, docExpansion: 'none', validatorUrl: null });
`;

/** The page uses inline styles and data: pictures, and loads nothing from other hosts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** `/api/reference`: the API description as a page for people. Its files are read at the first request. */
export function registerReference(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/reference', (_request, reply) => reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page));
  app.get('/reference/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  for (const [name, type] of Object.entries(files))
    app.get(`/reference/${name}`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(await readFile(join(folder, name))),
    );
}
