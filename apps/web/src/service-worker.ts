import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { hindiFiles } from './platform/hindi-files.ts';
import { FORGET_PICTURES, HINDI_CACHE, PICTURE_CACHE } from './platform/service-worker.ts';

/** Every file of the built site but those of Hindi; the build inserts the list. */
declare const PRECACHED: PrecacheEntry[];

const BETWEEN_FILES = 50;

/** An event that keeps the worker running until its work ends. TypeScript cannot load the types of workers beside those of pages. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

/** The install event of browsers that can serve files without starting the worker. */
interface Routable extends Lasting {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'cache' }): Promise<void>;
}

/** Fetches the files of an installation with a pause before each, so that the page of a running test has the processor first. */
const unhurried: Partial<WorkboxPlugin> = {
  requestWillFetch: async ({ request, event }) => {
    if (event.type === 'install') await new Promise((resolve) => void setTimeout(resolve, BETWEEN_FILES));
    return request;
  },
};

// skipWaiting is never called: a new version starts once no page of the old one is open, so no running test loses its code.
clientsClaim();
cleanupOutdatedCaches();
addPlugins([unhurried as WorkboxPlugin]);
precacheAndRoute(PRECACHED);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    // The page of an order needs its own content security policy, which the server sends with the page.
    denylist: [/^\/(?:api|sitemaps|payment\/order)(?:\/|$)/, /^\/(?:sitemap\.xml|robots\.txt|playstore_redirect|talent)$/],
  }),
);

// The names of assets change with their content, so the browser may serve them without starting the worker for each.
addEventListener('install', (event) => {
  const installation = event as unknown as Routable;
  const added = installation.addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' });
  if (added) installation.waitUntil(added);
});

const newestPictures = new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true });

// A picture is named by the hash of its bytes, so a kept one is never outdated. No other answer of the API is kept: it could contain keys.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/api/pictures/'),
  // The library's types disagree with each other under exactOptionalPropertyTypes.
  new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [newestPictures as WorkboxPlugin] }),
);

// The page of a reader of Hindi keeps these files (`keepHindi`); a browser that does not look into the cache by itself finds them here.
registerRoute(({ sameOrigin, url }) => sameOrigin && hindiFiles.test(url.pathname), new CacheFirst({ cacheName: HINDI_CACHE }));

addEventListener('message', (event) => {
  if (event.data === FORGET_PICTURES) (event as unknown as Lasting).waitUntil(newestPictures.deleteCacheAndMetadata());
});
