declare module '*/scripts/chromium.mjs' {
  /** The path of a Chromium that runs; undefined, after a sentence that says what mends it, when there is none. */
  export function requireChromium(): Promise<string | undefined>;
}
