declare module '*/scripts/licences.mjs' {
  /** A sentence for each package of a production install whose licence is not allowed. */
  export function faultsOf(lock: { packages: Record<string, object> }): string[];
}
