import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The most absences of a session; nobody leaves a window more often within a test. */
const mostAbsences = 500;
/** The clock of a device may run ahead by so many seconds. */
const absenceTolerance = 60;

/**
 * Stores the seconds at which the student left the window of a running lockable test without a network, each once. Seconds that have not
 * passed yet, and those beyond the most, are dropped.
 */
export async function recordAbsences(
  { db, now }: Context,
  key: { student_id: number; session_id: number },
  seconds: readonly number[],
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('papers', 'papers.id', 'sessions.paper_id')
    .where('sessions.student_id', '=', key.student_id)
    .where('sessions.id', '=', key.session_id)
    .where('sessions.status', '=', sql.lit('IN_PROGRESS'))
    .where('papers.can_lock_test', '=', true)
    .select([
      'sessions.began_at',
      (select) =>
        select
          .selectFrom('session_events')
          .where('session_events.student_id', '=', key.student_id)
          .where('session_events.session_id', '=', key.session_id)
          .where('session_events.kind', '=', 'left_window')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('held'),
    ])
    .executeTakeFirst();
  if (!session) return;
  const latest = (now.getTime() - session.began_at.getTime()) / 1000 + absenceTolerance;
  const left = Math.max(0, mostAbsences - Number(session.held));
  const kept = [...new Set(seconds)].filter((second) => second <= latest).slice(0, left);
  if (kept.length === 0) return;
  await db
    .insertInto('session_events')
    .values(kept.map((second) => ({ ...key, kind: 'left_window' as const, second, at: now })))
    .onConflict((on) => on.doNothing())
    .execute();
}
