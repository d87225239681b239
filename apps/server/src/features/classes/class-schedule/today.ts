import { hasRight } from '@abhyas/contract/institute/rights';
import { classEnd, classStatus } from '@abhyas/exam/classes/class-times';
import type { StaffContext } from '../../../context.ts';
import { findAllBetween, type MeetingRow } from '../live-classes/live-classes.ts';

const longestMs = 8 * 3_600_000;
const aheadMs = 2 * 86_400_000;

const rowOf = (row: MeetingRow, isLive: boolean) => ({
  kind: 'class' as const,
  id: row.id,
  name: row.title,
  starts_at: row.starts_at.toISOString(),
  ends_at: classEnd(row).toISOString(),
  detail: [row.subject_title, row.classroom_names.join(', '), row.teacher_name].filter(Boolean).join(' · '),
  badge: isLive ? { tone: 'good' as const, text: 'LIVE' } : null,
  action: 'Open',
  url: `/staff/classes/${row.id}`,
});

/** Classes that run now or in the next two days, for people who may read them. */
export async function classesToday(context: StaffContext) {
  const { actor, now } = context;
  if (!hasRight(actor.role, 'classes.read')) return { running: [], next: [], waiting: [] };
  const from = new Date(now.getTime() - longestMs);
  const rows = await findAllBetween(context, actor.institute_id, from, new Date(now.getTime() + aheadMs));
  const isLive = (row: MeetingRow) => classStatus(row, now) === 'LIVE';
  return {
    running: rows.filter(isLive).map((row) => rowOf(row, true)),
    next: rows.filter((row) => row.status === 'NOT_STARTED' && classEnd(row) > now).map((row) => rowOf(row, false)),
    waiting: [],
  };
}
