const LONGEST_WAIT = 4_000;

/** Runs the work when the main thread has nothing to do. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 60);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT });
  return () => cancelIdleCallback(handle);
}
