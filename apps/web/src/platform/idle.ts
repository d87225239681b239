const LONGEST_WAIT = 4_000;
const AFTER_LOAD = 3_000;

/** Ms to wait for a screen before its placeholder is drawn, because drawing a placeholder delays the screen. */
export const PLACEHOLDER_AFTER = 300;

/**
 * Runs the work some seconds after the page has loaded, so that nothing else uses the network while the first screen loads. Returns a
 * function that cancels it.
 */
export function afterFirstScreen(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(work, AFTER_LOAD);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    removeEventListener('load', wait);
    clearTimeout(timer);
  };
}

/** Runs the work when the main thread is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 60);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT });
  return () => cancelIdleCallback(handle);
}

/**
 * Calls `takeTurn` in each idle moment after `ready` has resolved, until it returns true for the last turn. Returns a function that cancels
 * the remaining turns.
 */
export function inIdleTurns(takeTurn: () => boolean, ready?: Promise<unknown>): () => void {
  let isOff = false;
  let callOff = () => {};
  const wait = () => {
    callOff = whenIdle(() => {
      if (!takeTurn() && !isOff) wait();
    });
  };
  if (ready) void ready.then(() => isOff || wait());
  else wait();
  return () => {
    isOff = true;
    callOff();
  };
}
