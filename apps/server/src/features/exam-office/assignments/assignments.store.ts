import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Answers who had not been given the paper before. */
export async function insertAssignments({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    insert into paper_assignments (paper_id, student_id) select ${paper_id}, unnest(${student_ids}::bigint[])
    on conflict do nothing returning student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** Takes a paper back from those of the students who have not begun it. Returns them. */
export async function deleteAssignments({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    delete from paper_assignments a where a.paper_id = ${paper_id} and a.student_id = any(${student_ids}::bigint[])
      and not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = a.paper_id)
    returning a.student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** The longest extension that any of these students (or, with null, anybody) has of a paper; undefined when it was given to none of them. */
export async function findLongestExtension(
  { db }: Context,
  paper_id: number,
  student_ids: readonly number[] | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(extension_seconds) as seconds from paper_assignments where paper_id = ${paper_id} and ${whose(student_ids)}`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

const whose = (student_ids: readonly number[] | null) =>
  student_ids === null ? sql`true` : sql`student_id = any(${student_ids}::bigint[])`;

/** A student with more time; the deadline of the test under way, null where none is. */
export interface Extended {
  student_id: number;
  deadline: Date | null;
}

/**
 * More time for students of a paper: those who have begun get a later deadline at once, the others when they begin. Returns them. Rows are
 * held in the order in which whoever ends tests holds them.
 */
export async function extend(
  { db }: Context,
  paper_id: number,
  seconds: number,
  student_ids: readonly number[] | null,
): Promise<Extended[]> {
  const { rows } = await sql<{ student_id: number }>`
    update paper_assignments set extension_seconds = extension_seconds + ${seconds}
    where paper_id = ${paper_id} and ${whose(student_ids)} returning student_id`.execute(db);
  const running = await sql<{ student_id: number; deadline: Date }>`
    update sessions s set deadline = s.deadline + make_interval(secs => ${seconds})
    from (
      select student_id, id from sessions
      where paper_id = ${paper_id} and status = 'IN_PROGRESS' and deadline is not null and ${whose(student_ids)}
      order by student_id, id for update
    ) open
    where s.student_id = open.student_id and s.id = open.id returning s.student_id, s.deadline`.execute(db);
  const deadlines = new Map(running.rows.map(({ student_id, deadline }) => [student_id, deadline]));
  return rows.map(({ student_id }) => ({ student_id, deadline: deadlines.get(student_id) ?? null }));
}

export interface StudentAttempt {
  student_id: number;
  phone: string | null;
  name: string | null;
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  total_score: number | null;
  max_score: number | null;
  /** Questions with answers that came late and are not accepted. */
  late: number;
  /** How often the window of the test was left: locked by it, or told of afterwards. */
  left: number;
}

/** Every student the paper was given to, with the newest attempt. */
export async function findAttempts({ db }: Context, paper_id: number): Promise<StudentAttempt[]> {
  const { rows } = await sql<StudentAttempt>`
    select u.id as student_id, u.phone, u.name, s.status, s.total_score, s.max_score,
      (select count(distinct r ->> 'question_id') from late_uploads l, jsonb_array_elements(l.responses) r
        where l.student_id = s.student_id and l.session_id = s.id and l.accepted_at is null) as late,
      (select count(*) from session_events e
        where e.student_id = s.student_id and e.session_id = s.id and e.kind in ('locked', 'left_window')) as left
    from paper_assignments a
    join users u on u.id = a.student_id
    left join lateral (
      select * from sessions s where s.student_id = a.student_id and s.paper_id = a.paper_id order by s.id desc limit 1
    ) s on true
    where a.paper_id = ${paper_id}
    order by u.name, u.id`.execute(db);
  return rows;
}
