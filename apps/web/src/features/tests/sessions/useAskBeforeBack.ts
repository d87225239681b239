import { useBlocker } from '@tanstack/react-router';

/** A way back that waits for an answer. */
export interface AskedBack {
  stay: () => void;
  leave: () => void;
}

const backActions: readonly string[] = ['BACK', 'GO', 'FORWARD'];

/** Holds the browser's own Back until it is answered; what the page itself leads to passes. Null while nothing is asked. */
export function useAskBeforeBack(isAsking: boolean): AskedBack | null {
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => isAsking && backActions.includes(action),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null;
}
