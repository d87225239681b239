const KEY = 'first-day';

/** The pass of the first day, which this tab keeps through a reload; null without one, or if the browser stores nothing. */
export function keptPass(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // The page then works until it is reloaded.
    return null;
  }
}

/** Keeps the pass for this tab; null forgets it. */
export function keepPass(pass: string | null): void {
  try {
    if (pass === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, pass);
  } catch {
    // As above.
  }
}
