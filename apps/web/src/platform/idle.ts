const LONGEST_WAIT = 4_000;
const AFTER_LOAD = 3_000;

/** Ms for which what is on its way is waited for before something stands in its place: to draw that would keep it waiting. */
export const PLACEHOLDER_AFTER = 300;

/** Runs the work some seconds after the page has loaded: its first screen has the network for itself. Returns what calls it off. */
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

/** Runs the work when the main thread has nothing to do. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 60);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT });
  return () => cancelIdleCallback(handle);
}

/** Takes one turn in each idle moment, once `ready` is there, until a turn says that it was the last. Returns what calls it off. */
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
