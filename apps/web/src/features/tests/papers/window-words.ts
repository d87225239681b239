import { deadlineOf } from '@abhyas/exam/tests/clock';
import { i18n } from '../../../platform/language.ts';
import { formatDate, formatLongDuration, formatTime } from '../../../ui/format.ts';
import type { Info } from './papers.queries.ts';

type Window = Pick<Info, 'time_kind' | 'test_duration' | 'end_time' | 'deadline' | 'remaining_duration' | 'session_status'>;

/** A duration in words, in whole minutes if it is at least one minute, because the text stays on the screen for a while. */
const minutes = (seconds: number) => formatLongDuration(seconds >= 60 ? Math.floor(seconds / 60) * 60 : seconds);
const at = (moment: number, now: number) =>
  formatDate(moment) === formatDate(now) ? formatTime(moment) : `${formatDate(moment)}, ${formatTime(moment)}`;

/**
 * When a test closes, and how much time is left for it at `now` (ms of the server's clock): 'Closes 10:40, 4 minutes left.' Empty if no
 * note is needed.
 */
export function windowWords(info: Window, extensionSeconds: number, now: number): string {
  if (info.session_status === 'IN_PROGRESS') {
    if (info.deadline === null) return i18n.t('{time} left.', { time: minutes(info.remaining_duration) });
    const end = Date.parse(info.deadline);
    return end <= now ? '' : i18n.t('Ends {at}, {time} left.', { at: at(end, now), time: minutes((end - now) / 1000) });
  }
  const more = extensionSeconds > 0 ? i18n.t('You have {time} more than the others.', { time: minutes(extensionSeconds) }) : '';
  if (info.end_time === null) return more;
  const closes = Date.parse(info.end_time);
  if (closes <= now) return '';
  const left = i18n.t('Closes {at}, {time} left.', { at: at(closes, now), time: minutes((closes - now) / 1000) });
  const words = [left, more].filter(Boolean).join(' ');
  if (info.time_kind !== 'wall_clock') return words;
  const given = (deadlineOf(now, info.test_duration, closes, extensionSeconds) - now) / 1000;
  return given < info.test_duration
    ? i18n.t('{words} If you begin now, you have {given} for the test.', { words, given: minutes(given) })
    : words;
}
