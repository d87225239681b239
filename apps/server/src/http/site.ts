import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Content-Security-Policy sources for the scripts that stand in the page itself. */
function hashesOfInlineScripts(siteFolder: string): string[] {
  const page = join(siteFolder, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
}

/**
 * Serves the built site: hashed files for ever, the page itself asked for anew, and the page for every address of the site. Comes after the
 * calls, which have headers of their own.
 */
export async function registerSite(
  app: FastifyInstance,
  siteFolder: string,
  siteUrl: string | undefined,
  usesGoogle: boolean,
): Promise<void> {
  const isHttps = siteUrl?.startsWith('https:') ?? false;
  /** Google's sign-in, where it is offered: its script comes at the first press. */
  const only = (path: string) => (usesGoogle ? [`https://accounts.google.com/gsi/${path}`] : []);
  await app.register(helmet, {
    // Its window tells the page who has signed in.
    crossOriginOpenerPolicy: { policy: usesGoogle ? 'same-origin-allow-popups' : 'same-origin' },
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...hashesOfInlineScripts(siteFolder), ...only('client')],
        'style-src': ["'self'", "'unsafe-inline'", ...only('style')],
        'connect-src': ["'self'", ...only('')],
        ...(usesGoogle ? { 'frame-src': only('') } : {}),
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps,
  });
  await app.register(fastifyStatic, {
    root: siteFolder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api') && !request.url.startsWith('/assets/');
    if (isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.' });
  });
}
