import { INDIA_OFFSET_MS } from '../institute/indian-day.ts';

/** The same day and time in Asia/Kolkata `months` months later; the last day of that month if the month is too short. */
export function addMonths(at: Date, months: number): Date {
  const there = new Date(at.getTime() + INDIA_OFFSET_MS);
  const day = there.getUTCDate();
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(day, lastDay));
  return new Date(there.getTime() - INDIA_OFFSET_MS);
}

/** A subscription that was bought or given. */
export interface Term {
  /** When the subscription was paid for or given. */
  since: Date;
  months: number;
  /** The subscription ends at this time at the latest: when it was refunded, or on the day until which it was given. */
  cut_at: Date | null;
}

export interface Validity {
  starts_at: Date;
  ends_at: Date;
}

/**
 * The beginning and end of each subscription of a person, in the order of `since`. A subscription that is bought while another lasts begins
 * when the other ends, and starts earlier when the other is refunded.
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
