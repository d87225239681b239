/** A code that was sent to this number. */
export interface SentCode {
  phone: string;
  /** Device time (ms) from which another code may be requested. */
  resendFrom: number;
  /** Device time (ms) at which the code was requested. */
  sentAt: number;
  demoCode: string | null;
}

const KEY = 'sent-code';
/** A code is valid for ten minutes; after that the page begins again. */
const GOOD_FOR = 10 * 60_000;

/** The device's own clock, which continues through a reload; it is never compared with the server's. */
export const deviceNow = () => performance.timeOrigin + performance.now();

/** The record of a sent code, from the server's answer to the request. */
export function sentCodeOf(phone: string, { resend_after, demo_otp }: { resend_after: number; demo_otp?: string }): SentCode {
  const sentAt = deviceNow();
  return { phone, sentAt, resendFrom: sentAt + resend_after * 1000, demoCode: demo_otp ?? null };
}

export const canResend = ({ resendFrom }: SentCode): boolean => resendFrom <= deviceNow();

/** The code that this tab requested last, while it is valid; it survives a reload and the Back button. */
export function readSentCode(): SentCode | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SentCode | null;
    return kept && deviceNow() - kept.sentAt < GOOD_FOR ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the record for this tab; null deletes it. */
export function keepSentCode(sent: SentCode | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the record stays in the page's memory.
  }
}
