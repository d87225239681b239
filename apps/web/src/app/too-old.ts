const KEY = 'reloaded-for';
/** A server that asks for a site which is nowhere to be had must not keep the page from being read. */
const PAUSE = 10 * 60_000;

function wasReloadedLately(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE) return true;
    sessionStorage.setItem(KEY, String(Date.now()));
    return false;
  } catch {
    // Without storage it would go on for ever.
    return true;
  }
}

/** Has the newest site fetched and opens it, once the server has outgrown this one. Never inside a test or a practice. */
export function reloadUnlessInTest(isInTest: () => boolean): void {
  if (isInTest() || wasReloadedLately()) return;
  const open = () => {
    if (!isInTest()) location.reload();
  };
  const worker = navigator.serviceWorker?.getRegistration();
  // The worker of the old site would answer with the old page.
  void Promise.resolve(worker)
    .then((registration) => registration?.unregister())
    .then(open, open);
}
