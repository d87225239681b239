import { INDIA_OFFSET_MS } from '../institute/indian-day.ts';

/** The same time of day in Asia/Kolkata so many months later; on the last day of a month that is too short. */
export function addMonths(at: Date, months: number): Date {
  const there = new Date(at.getTime() + INDIA_OFFSET_MS);
  const day = there.getUTCDate();
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(day, lastDay));
  return new Date(there.getTime() - INDIA_OFFSET_MS);
}

/** What was bought or given. */
export interface Term {
  /** When it was paid for, or given. */
  since: Date;
  months: number;
  /** It lasts no longer than until then: a refund, or the end of what was given until a day. */
  cut_at: Date | null;
}

export interface Validity {
  starts_at: Date;
  ends_at: Date;
}

/**
 * When each of a person's subscriptions begins and ends, in the order of `since`: one that is bought while another lasts begins when that ends,
 * and moves forward when the other is refunded.
 */
export function validityOf<T extends Term>(terms: readonly T[]): (T & Validity)[] {
  let free = new Date(0);
  return terms
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .map((term) => {
      const starts_at = term.since > free ? term.since : free;
      const whole = addMonths(starts_at, term.months);
      const cut = term.cut_at !== null && term.cut_at < whole ? term.cut_at : whole;
      const ends_at = cut > starts_at ? cut : starts_at;
      free = ends_at;
      return { ...term, starts_at, ends_at };
    });
}
