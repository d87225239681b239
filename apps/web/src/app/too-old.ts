const KEY = 'reloaded-for';
/** Ms between two reloads, so that the page stays usable if the server requires a newer site than it delivers. */
const PAUSE = 10 * 60_000;

function wasReloadedLately(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE) return true;
    sessionStorage.setItem(KEY, String(Date.now()));
    return false;
  } catch {
    // Without storage the page counts as reloaded, because it would otherwise reload for ever.
    return true;
  }
}

/** Once the server no longer supports this version of the site, loads and opens the newest one, but not during a test or practice. */
export function reloadUnlessInTest(isInTest: () => boolean): void {
  if (isInTest() || wasReloadedLately()) return;
  const open = () => {
    if (!isInTest()) location.reload();
  };
  const worker = navigator.serviceWorker?.getRegistration();
  // The service worker of the old site would answer with the old page.
  void Promise.resolve(worker)
    .then((registration) => registration?.unregister())
    .then(open, open);
}
