const NAME = 'payment-successful';

/** Home tells once that a payment was successful. */
export function notePaid(): void {
  try {
    sessionStorage.setItem(NAME, '1');
  } catch {
    // Where the browser keeps nothing, home says nothing.
  }
}

/** Whether home has still to tell it. */
export function isPaidNoted(): boolean {
  try {
    return sessionStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export function forgetPaid(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
