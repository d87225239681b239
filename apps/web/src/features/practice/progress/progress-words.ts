import type { Answer } from '@abhyas/contract/endpoint';
import type { getMyProgressData } from '@abhyas/contract/practice/progress';
import { wholePercent } from '@abhyas/exam/institute/percent';
import { formatNumber, plural } from '../../../ui/format.ts';

export type Progress = Answer<typeof getMyProgressData>;
export type Graph = Progress['graph_data'][number];
type Week = Progress['current_week_data'];

export const percentOf = wholePercent;

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Created once: dates without a time, so that no time zone shifts them. */
const formats = {
  weekday: new Intl.DateTimeFormat('en-IN', { weekday: 'long', timeZone: 'UTC' }),
  shortWeekday: new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }),
  date: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' }),
} as const;

/** A day such as 2027-01-10, in words. */
export const dayIn = (format: keyof typeof formats, day: string): string => formats[format].format(dateOf(day));

/** The day this many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(dateOf(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** A sentence that compares the week with the one before. */
export function weekFinding(now: Week, before: Week): string {
  if (now.total_attempted === 0)
    return before.total_attempted === 0
      ? 'No question in these two weeks.'
      : `Nothing yet this week; ${plural(before.total_attempted, 'question')} last week.`;
  if (before.total_attempted === 0) return `${plural(now.total_attempted, 'question')} so far; none last week.`;
  if (now.accuracy !== null && before.accuracy !== null && now.accuracy > before.accuracy)
    return `More of your answers are right than last week: ${now.accuracy}% after ${before.accuracy}%.`;
  const more = now.total_attempted - before.total_attempted;
  if (more > 0) return `${formatNumber(more)} more questions than last week.`;
  return more === 0
    ? 'As many questions as last week.'
    : `${plural(-more, 'question')} to go to last week's ${formatNumber(before.total_attempted)}.`;
}

/** A graph's seven points as a sentence: how many answers, how many right, and the best point. */
export function graphFinding({ period, points }: Graph): string {
  const attempted = points.reduce((sum, point) => sum + point.total_attempted, 0);
  const correct = points.reduce((sum, point) => sum + point.correct, 0);
  const unit = period === 'daily' ? 'seven days' : 'seven weeks';
  if (attempted === 0) return `No question in these ${unit}.`;
  const most = points.reduce((best, point) => (point.total_attempted > best.total_attempted ? point : best));
  const when = period === 'daily' ? dayIn('weekday', most.from) : `the week of ${dayIn('date', most.from)}`;
  const rest = most.total_attempted === attempted ? `all on ${when}` : `most on ${when}`;
  return `${plural(attempted, 'question')} in these ${unit}, ${formatNumber(correct)} right; ${period === 'daily' ? rest : rest.replace(' on ', ' in ')}.`;
}
