import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

/** Current students and batches of the institute. */
export async function countPeople({ db, actor }: StaffContext) {
  const { rows } = await sql<{ students: number; batches: number }>`
    select (select count(*) from memberships where institute_id = ${actor.institute_id} and role = 'student' and ended_at is null)::int as students,
      (select count(*) from classrooms where institute_id = ${actor.institute_id} and archived_at is null)::int as batches`.execute(db);
  return rows[0] ?? { students: 0, batches: 0 };
}

/** Ranked attempts at the institute's tests that ended since a given time, and their mean in whole percent of the marks. */
export async function sumResults({ db, actor }: StaffContext, since: Date) {
  const { rows } = await sql<{ tests: number; attempts: number; percent: number | null }>`
    select count(distinct p.id)::int as tests, count(*)::int as attempts, round(avg(greatest(0, t.score) * 100.0 / t.max_score))::int as percent
    from papers p join session_scores t on t.paper_id = p.id and t.subject_id = 0 and t.is_ranked and t.max_score > 0
    join sessions s on s.student_id = t.student_id and s.id = t.session_id and s.finished_at >= ${since}
    where p.institute_id = ${actor.institute_id} and not p.is_assignment`.execute(db);
  return rows[0] ?? { tests: 0, attempts: 0, percent: null };
}

/** Classes that begin in a period and were not cancelled, and their teachers. */
export async function countClasses({ db, actor }: StaffContext, from: Date, to: Date) {
  const { rows } = await sql<{ classes: number; teachers: number }>`
    select count(*)::int as classes, count(distinct teacher_id)::int as teachers from meetings
    where institute_id = ${actor.institute_id} and starts_at >= ${from} and starts_at < ${to} and status <> 'CANCELLED'`.execute(db);
  return rows[0] ?? { classes: 0, teachers: 0 };
}
