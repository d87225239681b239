/** `4000` or `4000.50` rupees in paise; null for a text that is not an amount. */
export function paiseOf(rupees: string | undefined): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(rupees ?? '') ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export const rupeesOf = (paise: number): string => `₹${paise % 100 === 0 ? paise / 100 : (paise / 100).toFixed(2)}`;

/** The time at which a day like `2027-03-31` begins in India; null for a text that is not a day. */
export function dayOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  // `Date` reads 30 February as 2 March.
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? new Date(`${text}T00:00:00+05:30`) : null;
}
