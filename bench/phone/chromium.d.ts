declare module '*/scripts/chromium.mjs' {
  /** The path of a working Chromium; undefined, after a sentence that says how to install one, when there is none. */
  export function requireChromium(): Promise<string | undefined>;
}
