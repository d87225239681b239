import { Problem } from '@abhyas/contract/problem';

/** Runs pieces of work one after the other. Throws `busy` if more than `mostWaiting` wait for the running one. */
export function openTurns(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return async (work) => {
    if (open > mostWaiting) throw new Problem('busy');
    open += 1;
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn.finally(() => {
      open -= 1;
    });
  };
}
