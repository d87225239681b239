import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../marking/marking.ts';
import { type SessionRow, sessionColumns } from './sessions.store.ts';

/** When a test is over: `grace` seconds past the deadline or the closing of a self-paced paper, or untouched for `abandoned` seconds. */
export interface EndOfTests {
  grace: number;
  abandoned: number;
}

/** Open tests that are over, a page at a time, by student and session. */
export async function findDue(
  { db, now }: Context,
  { grace, abandoned }: EndOfTests,
  after: SessionKey,
  count: number,
): Promise<(SessionKey & { paper_id: number })[]> {
  const [graceOver, abandonedAt] = [grace, abandoned].map((seconds) => new Date(now.getTime() - seconds * 1000));
  const { rows } = await sql<SessionKey & { paper_id: number }>`
    select student_id, id, paper_id from sessions
    where status = 'IN_PROGRESS' and paper_id is not null and deadline < ${graceOver} and (student_id, id) > (${after.student_id}, ${after.id})
    union all
    select s.student_id, s.id, s.paper_id from papers p join sessions s on s.paper_id = p.id
    where p.closes_at < ${graceOver} and s.status = 'IN_PROGRESS' and s.deadline is null and (s.student_id, s.id) > (${after.student_id}, ${after.id})
    union
    select student_id, id, paper_id from sessions
    where status = 'IN_PROGRESS' and paper_id is not null and deadline is null and began_at < ${abandonedAt}
      and coalesce(time_reported_at, began_at) < ${abandonedAt} and (student_id, id) > (${after.student_id}, ${after.id})
    order by student_id, id
    limit ${count}`.execute(db);
  return rows;
}

/**
 * Open sessions of tests among those named, held against every other change. Those that the clock ends must be past deadline and grace still: an
 * extension may have come first.
 */
export async function lockOpen(
  { db, now }: Context,
  keys: readonly SessionKey[],
  by: 'student' | 'clock',
  grace: number,
): Promise<SessionRow[]> {
  const graceOver = new Date(now.getTime() - grace * 1000);
  const { rows } = await sql<SessionRow>`
    select ${sql.join(sessionColumns.map((column) => sql.ref(`s.${column}`)))} from unnest(${keys.map(({ student_id }) => student_id)}::bigint[], ${keys.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    join sessions s using (student_id, id)
    where s.status = 'IN_PROGRESS' and s.paper_id is not null
      and (${by === 'student'} or s.deadline is null or s.deadline < ${graceOver}::timestamptz)
    order by s.student_id, s.id
    for update of s`.execute(db);
  return rows;
}

/** Takes back that the clock ended the latest tests of these students, where their deadline would come later than now with so many seconds more. */
export async function reopen(
  { db, now }: Context,
  paper_id: number,
  student_ids: readonly number[],
  seconds: number,
): Promise<SessionKey[]> {
  const { rows } = await sql<SessionKey>`
    update sessions s set status = 'IN_PROGRESS', finished_at = null, finished_by = null, total_score = null, max_score = null, is_ranked = false
    from (
      select distinct on (student_id) student_id, id from sessions
      where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[]) order by student_id, id desc
    ) latest
    where s.student_id = latest.student_id and s.id = latest.id and s.status = 'COMPLETE' and s.finished_by = 'clock'
      and s.deadline + make_interval(secs => ${seconds}) > ${now}
    returning s.student_id, s.id`.execute(db);
  await sql`
    update responses r set result = null, marks = null
    from unnest(${rows.map(({ student_id }) => student_id)}::bigint[], ${rows.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where r.student_id = k.student_id and r.session_id = k.id`.execute(db);
  return rows;
}
