import { useBlocker } from '@tanstack/react-router';

/** A press on Back that waits for the student's confirmation. */
export interface AskedBack {
  stay: () => void;
  leave: () => void;
}

const backActions: readonly string[] = ['BACK', 'GO', 'FORWARD'];

/** Delays the browser's Back until the student confirms it, but not the page's own links. Null while no confirmation is needed. */
export function useAskBeforeBack(isAsking: boolean): AskedBack | null {
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => isAsking && backActions.includes(action),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null;
}
