import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { FORGET_PICTURES, PICTURE_CACHE } from './platform/service-worker.ts';

/** Every file of the built site, put in by the build. */
declare const PRECACHED: PrecacheEntry[];

const BETWEEN_FILES = 50;

/** An event for which the worker stays awake; the types of workers exclude those of pages. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

/** The start of an installation, in browsers that can answer requests without the worker. */
interface Routable extends Lasting {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'cache' }): Promise<void>;
}

/** Files come one after the other, with room between them: a test may be running, and its page has the processor first. */
const unhurried: Partial<WorkboxPlugin> = {
  requestWillFetch: async ({ request, event }) => {
    if (event.type === 'install') await new Promise((resolve) => void setTimeout(resolve, BETWEEN_FILES));
    return request;
  },
};

// It never skips waiting: a new version starts once no page of the old one is open, so no running test loses its code.
clientsClaim();
cleanupOutdatedCaches();
addPlugins([unhurried as WorkboxPlugin]);
precacheAndRoute(PRECACHED);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    // The page of an order has a policy of its own, which comes with the page.
    denylist: [/^\/(?:api|sitemaps|payment\/order)(?:\/|$)/, /^\/(?:sitemap\.xml|robots\.txt|playstore_redirect|talent)$/],
  }),
);

// Their names change with their bytes, so the browser may hand them out by itself and need not start the worker for each of them.
addEventListener('install', (event) => {
  const installation = event as unknown as Routable;
  const added = installation.addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' });
  if (added) installation.waitUntil(added);
});

const newestPictures = new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true });

// Named by the hash of their bytes, so what is kept is never old. No other answer of the API may be kept: it could hold keys of a test.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/api/pictures/'),
  // The library's own types part here under exactOptionalPropertyTypes.
  new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [newestPictures as WorkboxPlugin] }),
);

addEventListener('message', (event) => {
  if (event.data === FORGET_PICTURES) (event as unknown as Lasting).waitUntil(newestPictures.deleteCacheAndMetadata());
});
