/** Who is told of a change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Returns what ends it. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
