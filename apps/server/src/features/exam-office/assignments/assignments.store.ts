import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { laterBy } from '../../../database/moments.ts';
import { inPlaces, isSpread } from '../../../database/scale/spread-database.ts';

/** Assigns a paper to students, and returns those who did not have it before. */
export async function insertAssignments({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    insert into paper_assignments (paper_id, student_id) select ${paper_id}, id from users where id = any(${student_ids}::bigint[])
    on conflict do nothing returning student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** Unassigns the paper from those of the given students who have not begun it, and returns their ids. */
export async function deleteAssignments({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    delete from paper_assignments a where a.paper_id = ${paper_id} and a.student_id = any(${student_ids}::bigint[])
      and not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = a.paper_id)
    returning a.student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** Notes that staff gave these students the paper, so that taking their answer sheets back leaves it with them. */
export async function keepBeyondSheets({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<void> {
  await sql`
    update answer_sheets set gave_test = false where paper_id = ${paper_id} and gave_test and student_id = any(${student_ids}::bigint[])`.execute(
    db,
  );
}

/** Whether the paper is assigned to anybody but these students. */
export async function isAssignedToOthers({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select student_id from paper_assignments where paper_id = ${paper_id} and student_id <> all(${student_ids}::bigint[]) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

const whose = (student_ids: readonly number[] | null, table = '') =>
  student_ids === null ? sql`true` : sql`${sql.raw(table)}student_id = any(${student_ids}::bigint[])`;

/** A student with an extension, and the deadline of their running test; null if none runs. */
export interface Extended {
  student_id: number;
  deadline: Date | null;
}

/** Whether the database refused extensions that together are longer than a day. A spread database names the constraint in the message only. */
export const isBeyondDay = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('paper_assignments_extension_seconds_check');

/**
 * Extends a paper for students, and returns them. A running test gets its later deadline now, any other when it begins. Rows are locked
 * in the same order as in jobs and requests that end tests.
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
  const lengthen = async (ids: readonly number[] | null) => {
    const running = await sql<{ student_id: number; deadline: Date }>`
      update sessions s set deadline = ${laterBy('s.deadline', sql`${seconds}::int`)}
      from (
        select student_id, id from sessions
        where paper_id = ${paper_id} and status = 'IN_PROGRESS' and deadline is not null and ${whose(ids)}
        order by student_id, id for update
      ) open
      where s.student_id = open.student_id and s.id = open.id and ${whose(ids, 's.')} returning s.student_id, s.deadline`.execute(db);
    return running.rows;
  };
  const extended = rows.map(({ student_id }) => student_id);
  const running = isSpread(db) ? await inPlaces(db, extended, (id) => id, lengthen) : await lengthen(student_ids);
  const deadlines = new Map(running.map(({ student_id, deadline }) => [student_id, deadline]));
  return rows.map(({ student_id }) => ({ student_id, deadline: deadlines.get(student_id) ?? null }));
}

export interface StudentAttempt {
  student_id: number;
  phone: string | null;
  name: string | null;
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  total_score: number | null;
  max_score: number | null;
  /** The number of questions with late answers that are not accepted. */
  late: number;
  /** How often the student left the window of the test: times that locked the test, and times reported afterwards. */
  left: number;
}

/** Every student who has the paper, with the newest attempt. */
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
