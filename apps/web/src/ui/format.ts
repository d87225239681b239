import { i18n } from '../platform/language.ts';
import { indianDay, indianTime } from '@abhyas/exam/institute/indian-day';

const ZONE = 'Asia/Kolkata';

/**
 * Creates a formatter for the locale of the interface at its first use: the first formatter of a page costs a phone 50 ms. Numbers and times
 * are written as in India, wherever the device is.
 */
function once<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const known = made.get(i18n.locale) ?? make(i18n.locale);
    made.set(i18n.locale, known);
    return known;
  };
}

const whole = once((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const date = once((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: ZONE }));
const weekday = once((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: ZONE }));

const isAsWritten = (value: number) => Number.isInteger(value) && Math.abs(value) < 1000;

/** 100000 -> '1,00,000', with the typographic minus sign. */
export const formatNumber = (value: number): string => (isAsWritten(value) ? String(value) : whole().format(value)).replace('-', '−');

/** A name that was typed or pasted, in one line: a tab or a line break becomes a space. */
export const inOneLine = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ');

/** Whole percent; a dash for null. */
export const formatPercent = (value: number | null): string => (value === null ? '–' : `${formatNumber(value)}%`);

/** '9000000001' -> '90000 00001', grouped as people read a number out. */
export const formatPhone = (digits: string): string => digits.replace(/^(\d{5})(\d)/, '$1 $2');

/** '+4', '−1', '0'. */
export const formatMarks = (marks: number): string => (marks > 0 ? `+${formatNumber(marks)}` : formatNumber(marks));

interface Parts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

function partsOf(totalSeconds: number): Parts {
  const total = Math.max(0, Math.floor(totalSeconds));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** The two largest units of a duration in seconds: '1d 2h', '3h 20m', '1m 12s', '45s'. */
export function formatDuration(totalSeconds: number): string {
  const { days, hours, minutes, seconds } = partsOf(totalSeconds);
  if (days > 0) return i18n.t('{days}d {hours}h', { days, hours });
  if (hours > 0) return i18n.t('{hours}h {minutes}m', { hours, minutes });
  if (minutes > 0) return i18n.t('{minutes}m {seconds}s', { minutes, seconds });
  return i18n.t('{seconds}s', { seconds });
}

/** A duration in words, without units that are zero: '3 hours', '1 hour 20 minutes'. */
export function formatLongDuration(totalSeconds: number): string {
  const { days, hours, minutes, seconds } = partsOf(totalSeconds);
  const secondsInWords = i18n.t('{seconds, plural, one {# second} other {# seconds}}', { seconds });
  const units: [number, string][] = [
    [days, i18n.t('{days, plural, one {# day} other {# days}}', { days })],
    [hours, i18n.t('{hours, plural, one {# hour} other {# hours}}', { hours })],
    [minutes, i18n.t('{minutes, plural, one {# minute} other {# minutes}}', { minutes })],
    [seconds, secondsInWords],
  ];
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return secondsInWords;
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([, words]) => words)
    .join(' ');
}

/** Time spent on a question: 'Xm Ys'. */
export function formatTimeSpent(totalSeconds: number): string {
  const total = Math.max(0, Math.floor(totalSeconds));
  return i18n.t('{minutes}m {seconds}s', { minutes: Math.floor(total / 60), seconds: total % 60 });
}

const two = (value: number) => String(value).padStart(2, '0');

/** The timer of a test: 'HH : MM : SS'. A fraction of a second counts as a whole one, so the timer ends at zero. */
export function formatTimer(totalSeconds: number): string {
  const total = Math.max(0, Math.ceil(totalSeconds));
  return `${two(Math.floor(total / 3600))} : ${two(Math.floor(total / 60) % 60)} : ${two(total % 60)}`;
}

/** '5 Jan 2026', in India. */
export const formatDate = (moment: string | number): string => date().format(new Date(moment));

/** '15:30', in India. */
export const formatTime = (moment: string | number): string => indianTime(new Date(moment));

/** '5 Jan 2026, 15:30', in India. */
export const formatDateTime = (moment: string | number): string => `${formatDate(moment)}, ${formatTime(moment)}`;

/** 'Wed', in India. */
export const formatWeekday = (moment: string | number): string => weekday().format(new Date(moment));

/** A future time, as short as possible: '15:30' today, 'Wed 15:30' within six days, otherwise with the date. `now` in ms. */
export function formatComing(moment: string, now: number): string {
  const at = Date.parse(moment);
  const days = indianDay(new Date(at)) - indianDay(new Date(now));
  if (days === 0) return formatTime(at);
  return days > 0 && days < 7 ? `${formatWeekday(at)} ${formatTime(at)}` : formatDateTime(at);
}

/** The size of a file: '820 KB', '4.2 MB'. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes)} MB`;
}

/** A count with its noun in the singular or plural: '1 question', '2 questions'. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

/**
 * A short list of names: up to two names in full, otherwise the first and the number of the others ('Batch A1 and 4 more'). `all.words` if
 * the names are all that exist.
 */
export function namesInShort(names: readonly string[], all: { count: number; words: string }): string {
  if (names.length > 1 && names.length === all.count) return all.words;
  return names.length <= 2 ? names.join(', ') : i18n.t('{first} and {count} more', { first: names[0], count: names.length - 1 });
}

/** The marks of an incomplete set of right options: '+1, +2, +3 for 1, 2, 3 of the right ones'. */
export const partialMarksInWords = (partial: readonly number[]): string =>
  i18n.t('{marks} for {counts} of the right ones', {
    marks: partial.map(formatMarks).join(', '),
    counts: partial.map((_marks, at) => at + 1).join(', '),
  });

const india = 5.5 * 3_600_000;

/** A time as a date-and-time field shows it, in India; `fromField` parses it. */
export const toField = (moment: string | null): string =>
  moment === null ? '' : new Date(Date.parse(moment) + india).toISOString().slice(0, 16);
export const fromField = (text: string): string | null => (text === '' ? null : new Date(Date.parse(`${text}Z`) - india).toISOString());
