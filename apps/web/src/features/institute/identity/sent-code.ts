/** What was asked for: a code to this number. */
export interface SentCode {
  phone: string;
  /** Device time (ms) from which another code may be asked for. */
  resendFrom: number;
  /** Device time (ms) at which the code was asked for. */
  sentAt: number;
  demoCode: string | null;
}

const KEY = 'sent-code';
/** A code is good for ten minutes; after that there is nothing to come back to. */
const GOOD_FOR = 10 * 60_000;

/** The device's own clock, which goes on through a reload; nothing is compared with the server's. */
export const deviceNow = () => performance.timeOrigin + performance.now();

/** What the server's answer to a request for a code means here. */
export function sentCodeOf(phone: string, { resend_after, demo_otp }: { resend_after: number; demo_otp?: string }): SentCode {
  const sentAt = deviceNow();
  return { phone, sentAt, resendFrom: sentAt + resend_after * 1000, demoCode: demo_otp ?? null };
}

export const canResend = ({ resendFrom }: SentCode): boolean => resendFrom <= deviceNow();

/** The code that this tab asked for last, while it is good: a reload, or going back, does not cost it. */
export function readSentCode(): SentCode | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SentCode | null;
    return kept && deviceNow() - kept.sentAt < GOOD_FOR ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it for this tab; null forgets it. */
export function keepSentCode(sent: SentCode | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the page itself still holds it.
  }
}
