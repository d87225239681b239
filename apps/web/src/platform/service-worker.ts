import { afterFirstScreen } from './idle.ts';

/** Pictures of questions that were shown, kept by the service worker. */
export const PICTURE_CACHE = 'pictures';
/** Tells the worker to drop them, and what it noted of them. */
export const FORGET_PICTURES = 'forget-pictures';

/**
 * Has the site kept on the device, so that it opens without a network. Browsers offer this in secure contexts only: https, or localhost.
 * Not while developing, where files have no lasting names.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows and full disks refuse; the site then works as before, with a network only.
  afterFirstScreen(() => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}

/** Has pictures there without a network. What does not arrive, or has no room, is fetched when it is shown. */
export async function keepPictures(addresses: readonly string[]): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const cache = await caches.open(PICTURE_CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = [...new Set(addresses)].filter((address) => !kept.has(address));
    // The question that is shown comes first.
    await Promise.allSettled(missing.map((address) => cache.add(new Request(address, { priority: 'low' }))));
  } catch {
    // Private windows keep nothing.
  }
}

/** Forgets the pictures of questions that this device has shown: on logout. */
export async function clearPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURE_CACHE).catch(() => false);
  navigator.serviceWorker?.controller?.postMessage(FORGET_PICTURES);
}
