import { indianDay } from '@abhyas/exam/institute/indian-day';
import { i18n } from '../platform/language.ts';
import { formatDate } from './format.ts';

/** Times as the tables of staff show them, with 24 hours, in India. */
const zone = { timeZone: 'Asia/Kolkata' } as const;
const clockWithSeconds = new Intl.DateTimeFormat('en-IN', {
  ...zone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const weekday = new Intl.DateTimeFormat('en-IN', { ...zone, weekday: 'short' });

/** '15:30:05'. */
export const formatClockSeconds = (moment: string | number): string => clockWithSeconds.format(new Date(moment));

const dayOf = (at: number): number => indianDay(new Date(at));

/** Whether two moments (ms) are on one day in India. */
export const isSameDay = (one: number, other: number): boolean => dayOf(one) === dayOf(other);

/** 'Tue' within six days of `now` (ms), otherwise the date. */
export function formatDay(moment: string, now: number): string {
  const days = dayOf(Date.parse(moment)) - dayOf(now);
  return days > 0 && days < 7 ? weekday.format(Date.parse(moment)) : formatDate(moment);
}

/** Whole minutes: '1 h 36 m', '12 m', 'under 1 m'. Seconds in. */
export function formatMinutes(totalSeconds: number): string {
  const minutes = Math.floor(Math.max(0, totalSeconds) / 60);
  if (minutes === 0) return i18n.t('under 1 m');
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? i18n.t('{minutes} m', { minutes })
    : i18n.t('{hours} h {minutes} m', { hours, minutes: String(minutes % 60).padStart(2, '0') });
}
