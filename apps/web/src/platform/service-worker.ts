import { afterFirstScreen } from './idle.ts';

/** The cache of question pictures that the service worker keeps. */
export const PICTURE_CACHE = 'pictures';
/** The cache of the files that only readers of Hindi need. */
export const HINDI_CACHE = 'hindi';
/** Asks the worker to delete the pictures and its records of them. */
export const FORGET_PICTURES = 'forget-pictures';

/**
 * Registers the service worker, which keeps the site on the device so that it opens without a network. Browsers allow this over https and
 * on localhost only. Not in development, where file names are not lasting.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows and full disks refuse; the site then works with a network only.
  afterFirstScreen(() => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}

/** Keeps files of Hindi on the device, for a reader without a network, in place of those of an earlier version. */
export function keepHindi(files: readonly string[]): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const kindOf = (address: string) => new URL(address, location.href).pathname.replace(/-[\w-]{8}\.\w+$/, '');
  const keep = async () => {
    const cache = await caches.open(HINDI_CACHE);
    const wanted = files.map((file) => new URL(file, location.href).href);
    const kept = await cache.keys();
    const missing = wanted.filter((address) => !kept.some(({ url }) => url === address));
    await Promise.all(missing.map((address) => cache.add(new Request(address, { priority: 'low' }))));
    const old = kept.filter(({ url }) => !wanted.includes(url) && wanted.some((address) => kindOf(address) === kindOf(url)));
    await Promise.all(old.map((request) => cache.delete(request)));
  };
  // Private windows and full disks refuse; Hindi then needs a network.
  afterFirstScreen(() => void keep().catch(() => undefined));
}

/** Stores pictures for use without a network. A picture that fails or has no room is fetched when it is shown. */
export async function keepPictures(addresses: readonly string[]): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const cache = await caches.open(PICTURE_CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = [...new Set(addresses)].filter((address) => !kept.has(address));
    // The question on the screen has priority.
    await Promise.allSettled(missing.map((address) => cache.add(new Request(address, { priority: 'low' }))));
  } catch {
    // Private windows keep nothing.
  }
}

/** Deletes the question pictures of this device, on logout. */
export async function clearPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURE_CACHE).catch(() => false);
  navigator.serviceWorker?.controller?.postMessage(FORGET_PICTURES);
}
