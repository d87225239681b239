import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import { brand } from '@abhyas/contract/institute/brand';
import { isPage } from '@abhyas/contract/site/pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WritePage } from './page.ts';

/** Content-Security-Policy sources for the inline scripts of the page. */
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

/** Sends HTML, unless the browser has the same version. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, html: string) {
  const etag = `"${hashOf(html)}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match']?.replace('W/', '') === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Origin of the site by the request, if no setting names it. */
export const siteOf = ({ protocol, host }: FastifyRequest, siteUrl: string | undefined): string =>
  siteUrl?.replace(/\/$/, '') ?? (/^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : '');

/** The service worker caches the page as this server writes it, so a changed brand is a new version of the worker. */
function workerOf(siteFolder: string, page: string): string | undefined {
  const file = join(siteFolder, 'service-worker.js');
  if (!existsSync(file)) return undefined;
  const revision = /(["'`]\/index\.html["'`],\s*["'`]?revision["'`]?:\s*["'`])[0-9a-f]+/;
  return readFileSync(file, 'utf8').replace(revision, (_whole, before: string) => before + hashOf(page));
}

/** Hosts of video players, which load once the student presses play. */
const videoFrames = 'https://www.youtube-nocookie.com';

interface SiteParts {
  siteFolder: string;
  siteUrl: string | undefined;
  writePage: WritePage;
  /** Whether sign-in with Google is available, which needs its script and frame. */
  usesGoogle: boolean;
  /** Whether Razorpay's checkout may be used, on the page of an order only. */
  usesRazorpay: boolean;
  /** Origin to which the page may send files, if it is not the site itself. */
  storageOrigin: string | undefined;
}

/**
 * Serves the built site: hashed files with an endless cache time, and for every address of the site the page, which is revalidated.
 * Registered after the calls, which have their own headers, and before the addresses that insert content into the page.
 */
export async function registerSite(
  app: FastifyInstance,
  { siteFolder, siteUrl, writePage, usesGoogle, usesRazorpay, storageOrigin }: SiteParts,
): Promise<void> {
  const isHttps = siteUrl?.startsWith('https:') ?? false;
  /** Sources of Google's sign-in, if available; its script is loaded at the first press. */
  const only = (path: string) => (usesGoogle ? [`https://accounts.google.com/gsi/${path}`] : []);
  /** CSP sources for Razorpay's checkout on the page of an order; `otherwise` are the sources for every other page. */
  const onOrder = (otherwise: string, ...sources: string[]) =>
    usesRazorpay
      ? [({ url = '' }: { url?: string | undefined }) => (/^\/payment\/order\/\d+\/?(?:\?|$)/.test(url) ? sources.join(' ') : otherwise)]
      : [];
  await app.register(helmet, {
    // Google's window must be able to tell the page who has signed in.
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
        // Photos and voice notes of doubts are shown from the storage, to which their lasting address leads.
        'img-src': ["'self'", 'data:', ...(storageOrigin ? [storageOrigin] : [])],
        'font-src': ["'self'", 'data:'],
        'frame-src': [videoFrames, ...only(''), ...onOrder(videoFrames, 'https://api.razorpay.com', 'https://checkout.razorpay.com')],
        'media-src': ["'self'", 'blob:', ...(storageOrigin ? [storageOrigin] : []), ...brand.videoHosts.map((host) => `https://${host}`)],
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
    const path = request.url.replace(/[?#].*$/, '');
    if (request.method === 'GET' && isPage(path)) return sendPage(request, reply.status(200), page);
    // A browser at an unknown address gets the site, which shows that the page does not exist.
    const isAsked = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(path) && /\btext\/html\b/.test(request.headers.accept ?? '');
    if (isAsked) return reply.status(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    return reply.status(404).send({ code: 'not_found', message: 'There is nothing at this address.' });
  });
}
