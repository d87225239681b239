const NAME = 'payment-successful';

/** Notes a payment, so that the home page reports it once. */
export function notePaid(): void {
  try {
    sessionStorage.setItem(NAME, '1');
  } catch {
    // If the browser keeps nothing, the home page does not report the payment.
  }
}

/** Whether the home page has yet to report the payment. */
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
    // The browser kept nothing, so there is nothing to delete.
  }
}
