import type { InstituteTestRow } from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { isSameDay } from '../../../ui/clock-format.ts';
import { formatDate, formatTime } from '../../../ui/format.ts';

export type TestRow = Value<typeof InstituteTestRow>;

export const stateBadges: Record<TestRow['state'], { text: string; tone?: 'warning' | 'danger' | 'good' }> = {
  unset: { text: 'Set-up open', tone: 'warning' },
  upcoming: { text: 'Coming' },
  running: { text: 'Running', tone: 'good' },
  over: { text: 'Not published', tone: 'warning' },
  published: { text: 'Published' },
};

export const isOver = ({ state }: Pick<TestRow, 'state'>) => state === 'over' || state === 'published';

const at = (moment: string) => `${formatDate(moment)}, ${formatTime(moment)}`;

/** The window of a test: '23 Nov 2026, 14:00 to 17:00'. */
export function windowInWords({ opens_at, closes_at }: Pick<TestRow, 'opens_at' | 'closes_at'>): string {
  if (opens_at === null) return closes_at === null ? 'No window' : `until ${at(closes_at)}`;
  if (closes_at === null) return `from ${at(opens_at)}`;
  const end = isSameDay(Date.parse(opens_at), Date.parse(closes_at)) ? formatTime(closes_at) : at(closes_at);
  return `${at(opens_at)} to ${end}`;
}
