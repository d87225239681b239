const utc = { timeZone: 'UTC' } as const;
const monthOf = new Intl.DateTimeFormat('en-IN', { ...utc, month: 'long' });
const dayOf = (date: string) => Number(date.slice(8));

/** '23 to 29 November', '30 November to 6 December': dates as `2026-11-23`. */
export function formatWeek(start: string, end: string): string {
  const [first, last] = [new Date(start), new Date(end)].map((date) => monthOf.format(date));
  return first === last ? `${dayOf(start)} to ${dayOf(end)} ${last}` : `${dayOf(start)} ${first} to ${dayOf(end)} ${last}`;
}
