import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { laterBy } from '../../../database/moments.ts';
import { inPlaces, isSpread } from '../../../database/scale/spread-database.ts';
import type { SessionKey } from '../marking/marking.ts';
import { type SessionRow, sessionColumns } from './sessions.store.ts';

/**
 * When a test is over: `grace` seconds after the deadline or the closing of a self-paced paper, or after `abandoned` seconds without
 * activity.
 */
export interface EndOfTests {
  grace: number;
  abandoned: number;
}

/** A page of open tests that are over, by student and session. */
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

/** A session in progress, with the version of its paper. */
export interface OpenSession extends SessionRow {
  version: number;
}

/**
 * Locks the open sessions among the named ones. A session that the clock ends must still be past its deadline and grace period, because an
 * extension may have been given meanwhile.
 */
export function lockOpen(
  { db, now }: Context,
  keys: readonly SessionKey[],
  by: 'student' | 'clock',
  grace: number,
): Promise<OpenSession[]> {
  const graceOver = new Date(now.getTime() - grace * 1000);
  return inPlaces(db, keys, studentOf, async (together) => {
    const students = together.map(studentOf);
    const { rows } = await sql<OpenSession>`
      select ${sql.join(sessionColumns.map((column) => sql.ref(`s.${column}`)))}, p.version
      from unnest(${students}::bigint[], ${together.map(({ id }) => id)}::bigint[]) as k(student_id, id)
      join sessions s using (student_id, id) join papers p on p.id = s.paper_id
      where s.status = 'IN_PROGRESS' and s.student_id = any(${students}::bigint[])
        and (${by === 'student'} or s.deadline is null or s.deadline < ${graceOver}::timestamptz)
      order by s.student_id, s.id
      for update of s`.execute(db);
    return rows;
  });
}

const studentOf = ({ student_id }: SessionKey) => student_id;

const toRunning = sql`status = 'IN_PROGRESS', finished_at = null, finished_by = null, ended_by_clock_at = null, total_score = null, max_score = null, is_ranked = false`;

async function forgetResults({ db }: Context, keys: readonly SessionKey[]): Promise<void> {
  await inPlaces(db, keys, studentOf, async (together) => {
    const students = together.map(studentOf);
    await sql`
      update responses r set result = null, marks = null
      from unnest(${students}::bigint[], ${together.map(({ id }) => id)}::bigint[]) as k(student_id, id)
      where r.student_id = k.student_id and r.session_id = k.id and r.student_id = any(${students}::bigint[])`.execute(db);
    return [];
  });
}

/** Reopens the latest tests of these students that the clock has ended, if the extra seconds would move their deadline into the future. */
export async function reopen(context: Context, paper_id: number, student_ids: readonly number[], seconds: number): Promise<SessionKey[]> {
  const { rows } = await sql<SessionKey>`
    update sessions s set ${toRunning}
    from (
      select distinct on (student_id) student_id, id from sessions
      where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[]) order by student_id, id desc
    ) latest
    where s.student_id = latest.student_id and s.id = latest.id and s.status = 'COMPLETE' and s.finished_by = 'clock'
      and ${context.now}::timestamptz - s.deadline < make_interval(secs => ${seconds})
    returning s.student_id, s.id`.execute(context.db);
  await forgetResults(context, rows);
  return rows;
}

/** A span of time, including both ends. */
export interface Span {
  from: Date;
  to: Date;
}

/**
 * The latest tests of a paper's students that a process ended within the span although, by the database's clock, they were not over. They
 * are locked in the same order as by every function that ends tests.
 */
export async function lockWronglyEnded(
  { db }: Context,
  paper_id: number,
  { from, to }: Span,
  { grace, abandoned }: EndOfTests,
): Promise<SessionKey[]> {
  const ended = sql`
    select s.student_id, s.id from sessions s join papers p on p.id = s.paper_id
    where s.paper_id = ${paper_id} and s.status = 'COMPLETE' and s.finished_by = 'clock' and s.ended_by_clock_at between ${from} and ${to}
      and not exists (select from sessions o where o.student_id = s.student_id and o.paper_id = s.paper_id and o.id > s.id)
      and case
        when s.deadline is not null then s.ended_by_clock_at < s.deadline + make_interval(secs => ${grace})
        else s.ended_by_clock_at < least(p.closes_at + make_interval(secs => ${grace}),
          coalesce(s.time_reported_at, s.began_at) + make_interval(secs => ${abandoned}))
      end
    order by s.student_id, s.id`;
  if (!isSpread(db)) return (await sql<SessionKey>`${ended} for update of s`.execute(db)).rows;
  const { rows } = await sql<SessionKey>`${ended}`.execute(db);
  return inPlaces(db, rows, studentOf, async (together) => {
    const students = together.map(studentOf);
    const locked = await sql<SessionKey>`
      select student_id, id from sessions where student_id = any(${students}::bigint[]) and id = any(${together.map(({ id }) => id)}::bigint[])
        and status = 'COMPLETE' order by student_id, id for update`.execute(db);
    return locked.rows;
  });
}

/** Reopens tests that were ended too early, and moves their deadlines by the lost time. */
export async function reopenWithLostTime(
  context: Context,
  keys: readonly SessionKey[],
): Promise<(SessionKey & { deadline: Date | null })[]> {
  const lost = laterBy('s.deadline', sql`extract(epoch from ${context.now}::timestamptz - s.ended_by_clock_at)`);
  const rows = await inPlaces(context.db, keys, studentOf, async (together) => {
    const students = together.map(studentOf);
    const reopened = await sql<SessionKey & { deadline: Date | null }>`
      update sessions s set deadline = ${lost}, ${toRunning}
      from unnest(${students}::bigint[], ${together.map(({ id }) => id)}::bigint[]) as k(student_id, id)
      where s.student_id = k.student_id and s.id = k.id and s.student_id = any(${students}::bigint[])
      returning s.student_id, s.id, s.deadline`.execute(context.db);
    return reopened.rows;
  });
  await forgetResults(context, rows);
  return rows;
}
