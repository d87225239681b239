/** A set of listeners to one change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Returns a function that ends the subscription. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
