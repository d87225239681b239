import type { Answer } from '@abhyas/contract/endpoint';
import type { getMyProgressData } from '@abhyas/contract/practice/progress';
import { wholePercent } from '@abhyas/exam/institute/percent';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';

export type Progress = Answer<typeof getMyProgressData>;
export type Graph = Progress['graph_data'][number];
type Week = Progress['current_week_data'];

export const percentOf = wholePercent;

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const formats = {
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  date: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day such as 2027-01-10, in words. It has no time, so that no time zone shifts it. */
export const dayIn = (format: keyof typeof formats, day: string): string => i18n.date(dateOf(day), { ...formats[format], timeZone: 'UTC' });

/** The day this many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(dateOf(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** A sentence that compares the week with the one before. */
export function weekFinding(now: Week, before: Week): string {
  if (now.total_attempted === 0)
    return before.total_attempted === 0
      ? i18n.t('No question in these two weeks.')
      : i18n.t('Nothing yet this week; {total_attempted, plural, one {# question} other {# questions}} last week.', {
          total_attempted: before.total_attempted,
        });
  if (before.total_attempted === 0)
    return i18n.t('{total_attempted, plural, one {# question} other {# questions}} so far; none last week.', {
      total_attempted: now.total_attempted,
    });
  if (now.accuracy !== null && before.accuracy !== null && now.accuracy > before.accuracy)
    return i18n.t('More of your answers are right than last week: {now}% after {before}%.', {
      now: now.accuracy,
      before: before.accuracy,
    });
  const more = now.total_attempted - before.total_attempted;
  if (more > 0) return i18n.t('{more} more questions than last week.', { more: formatNumber(more) });
  return more === 0
    ? i18n.t('As many questions as last week.')
    : i18n.t("{count, plural, one {# question} other {# questions}} to go to last week's {total_attempted}.", {
        count: -more,
        total_attempted: formatNumber(before.total_attempted),
      });
}

/** A graph's seven points as a sentence: how many answers, how many right, and the best point. */
export function graphFinding({ period, points }: Graph): string {
  const attempted = points.reduce((sum, point) => sum + point.total_attempted, 0);
  const correct = points.reduce((sum, point) => sum + point.correct, 0);
  const isDaily = period === 'daily';
  if (attempted === 0) return isDaily ? i18n.t('No question in these seven days.') : i18n.t('No question in these seven weeks.');
  const most = points.reduce((best, point) => (point.total_attempted > best.total_attempted ? point : best));
  const isAll = most.total_attempted === attempted;
  const facts = { attempted, correct: formatNumber(correct), day: dayIn('weekday', most.from), week: dayIn('date', most.from) };
  if (isDaily)
    return isAll
      ? i18n.t('{attempted, plural, one {# question} other {# questions}} in these seven days, {correct} right; all on {day}.', facts)
      : i18n.t('{attempted, plural, one {# question} other {# questions}} in these seven days, {correct} right; most on {day}.', facts);
  return isAll
    ? i18n.t(
        '{attempted, plural, one {# question} other {# questions}} in these seven weeks, {correct} right; all in the week of {week}.',
        facts,
      )
    : i18n.t(
        '{attempted, plural, one {# question} other {# questions}} in these seven weeks, {correct} right; most in the week of {week}.',
        facts,
      );
}
