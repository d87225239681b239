import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import { brand } from '@abhyas/contract/institute/brand';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WritePage } from './page.ts';

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

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Sends HTML, unless the browser has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  const etag = `"${hashOf(html)}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match']?.replace('W/', '') === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Where the site was asked for, when no setting says it. */
export const siteOf = ({ protocol, host }: FastifyRequest, siteUrl: string | undefined): string =>
  siteUrl?.replace(/\/$/, '') ?? (/^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : '');

/** The service worker keeps the page as this server writes it: a changed brand is a new version of it. */
function workerOf(siteFolder: string, page: string): string | undefined {
  const file = join(siteFolder, 'service-worker.js');
  if (!existsSync(file)) return undefined;
  const revision = /(["'`]\/index\.html["'`],\s*["'`]?revision["'`]?:\s*["'`])[0-9a-f]+/;
  return readFileSync(file, 'utf8').replace(revision, (_whole, before: string) => before + hashOf(page));
}

/** Players of videos; theirs is asked for once the student presses. */
const videoFrames = 'https://www.youtube-nocookie.com';

interface SiteParts {
  siteFolder: string;
  siteUrl: string | undefined;
  writePage: WritePage;
  /** Google itself is asked at sign-in: its script and frame may be used. */
  usesGoogle: boolean;
  /** Razorpay's checkout may be used, on the page of an order alone. */
  usesRazorpay: boolean;
  /** Where the page may send files, where it is not the site itself. */
  storageOrigin: string | undefined;
}

/**
 * Serves the built site: hashed files for ever, the page itself asked for again, and the page for every address of the site. Comes after the
 * calls, which have headers of their own, and before the addresses that write more into the page.
 */
export async function registerSite(
  app: FastifyInstance,
  { siteFolder, siteUrl, writePage, usesGoogle, usesRazorpay, storageOrigin }: SiteParts,
): Promise<void> {
  const isHttps = siteUrl?.startsWith('https:') ?? false;
  /** Google's sign-in, where it is offered: its script comes at the first press. */
  const only = (path: string) => (usesGoogle ? [`https://accounts.google.com/gsi/${path}`] : []);
  /** Razorpay's checkout, on the page of an order alone; `otherwise` repeats what the directive allows anyway. */
  const onOrder = (otherwise: string, ...sources: string[]) =>
    usesRazorpay
      ? [({ url = '' }: { url?: string | undefined }) => (/^\/payment\/order\/\d+\/?(?:\?|$)/.test(url) ? sources.join(' ') : otherwise)]
      : [];
  await app.register(helmet, {
    // Its window tells the page who has signed in.
    crossOriginOpenerPolicy: { policy: usesGoogle || usesRazorpay ? 'same-origin-allow-popups' : 'same-origin' },
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': [
          "'self'",
          ...hashesOfInlineScripts(siteFolder),
          ...only('client'),
          ...onOrder("'self'", 'https://checkout.razorpay.com'),
        ],
        'style-src': ["'self'", "'unsafe-inline'", ...only('style')],
        'connect-src': [
          "'self'",
          ...only(''),
          ...(storageOrigin ? [storageOrigin] : []),
          ...onOrder("'self'", 'https://api.razorpay.com', 'https://lumberjack.razorpay.com'),
        ],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'frame-src': [videoFrames, ...only(''), ...onOrder(videoFrames, 'https://api.razorpay.com', 'https://checkout.razorpay.com')],
        'media-src': ["'self'", ...brand.videoHosts.map((host) => `https://${host}`)],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': isHttps ? [] : null,
      },
    },
    strictTransportSecurity: isHttps,
  });
  await app.register(fastifyStatic, {
    root: siteFolder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = writePage(null, '');
  const worker = workerOf(siteFolder, page);
  app.get('/index.html', (request, reply) => sendPage(request, reply, page));
  if (worker !== undefined)
    app.get('/service-worker.js', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
    );
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api') && !request.url.startsWith('/assets/');
    if (isPage) return sendPage(request, reply.status(200), writePage(null, ''));
    return reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.' });
  });
}
