import { i18n } from '../../../platform/language.ts';

const monthOf = (date: string) => new Date(date).toLocaleDateString(i18n.locale, { month: 'long', timeZone: 'UTC' });
const dayOf = (date: string) => Number(date.slice(8));

/** '23 to 29 November', '30 November to 6 December': dates as `2026-11-23`. */
export function formatWeek(start: string, end: string): string {
  const [first, last] = [monthOf(start), monthOf(end)];
  const dates = { from: first === last ? dayOf(start) : `${dayOf(start)} ${first}`, to: `${dayOf(end)} ${last}` };
  return i18n.t('{from} to {to}', dates);
}
