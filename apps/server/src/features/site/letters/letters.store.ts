import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** A span of time, the end excluded. */
export interface Span {
  from: Date;
  to: Date;
}

export async function findReader({ db }: Context, user_id: number): Promise<boolean> {
  const row = await db.selectFrom('letter_readers').where('user_id', '=', user_id).select('user_id').executeTakeFirst();
  return row !== undefined;
}

export async function insertReader({ db, now }: Context, user_id: number, told_for: number): Promise<void> {
  await db
    .insertInto('letter_readers')
    .values({ user_id, agreed_at: now, told_for })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute();
}

export async function deleteReader({ db }: Context, user_id: number): Promise<void> {
  await db.deleteFrom('letter_readers').where('user_id', '=', user_id).execute();
}

/** Marks up to `count` readers as told for this Monday, and returns them. */
export async function takeReaders({ db }: Context, monday: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update letter_readers r set told_for = ${monday} from (
      select user_id from letter_readers where told_for < ${monday} order by user_id limit ${count} for update skip locked
    ) due where r.user_id = due.user_id returning r.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Current batches of an institute, all or (with `teacher_id`) those of one teacher. */
const batches = (institute_id: number, teacher_id: number | null) => sql`
  classrooms c where c.institute_id = ${institute_id} and c.archived_at is null and (${teacher_id}::bigint is null or exists (
    select from classroom_members t where t.classroom_id = c.id and t.user_id = ${teacher_id} and t.role = 'teacher' and t.left_at is null))`;

/** Mean ranked results of batches in two weeks, in whole percent of the marks; null for a week without any. */
export async function findBatchResults({ db }: Context, institute_id: number, teacher_id: number | null, week: Span, before: Span) {
  const { rows } = await sql<{ name: string; percent: number | null; before: number | null }>`
    with taken as (
      select t.student_id, greatest(0, t.score) * 100.0 / t.max_score as percent, s.finished_at >= ${week.from} as is_of_week
      from papers p join session_scores t on t.paper_id = p.id and t.subject_id = 0 and t.is_ranked and t.max_score > 0
      join sessions s on s.student_id = t.student_id and s.id = t.session_id and s.finished_at >= ${before.from} and s.finished_at < ${week.to}
      where p.institute_id = ${institute_id} and not p.is_assignment and p.results_published_at is not null)
    select b.name, round(avg(taken.percent) filter (where is_of_week))::int as percent,
      round(avg(taken.percent) filter (where not is_of_week))::int as before
    from (select c.id, c.name from ${batches(institute_id, teacher_id)}) b
    join classroom_members m on m.classroom_id = b.id and m.role = 'student' and m.left_at is null
    join taken on taken.student_id = m.user_id group by b.id, b.name order by b.name limit 200`.execute(db);
  return rows;
}

/** Tests that closed in a week, with the numbers of students who had them and did not begin. */
export async function findMissedTests({ db }: Context, institute_id: number, teacher_id: number | null, { from, to }: Span) {
  const { rows } = await sql<{ name: string; given: number; missed: number }>`
    select p.name, count(*)::int as given,
      (count(*) filter (where not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = p.id)))::int as missed
    from papers p join paper_assignments a on a.paper_id = p.id
    where p.institute_id = ${institute_id} and not p.is_assignment and p.closes_at >= ${from} and p.closes_at < ${to}
      and (${teacher_id}::bigint is null or a.student_id in (
        select m.user_id from (select c.id from ${batches(institute_id, teacher_id)}) b
        join classroom_members m on m.classroom_id = b.id and m.role = 'student' and m.left_at is null))
    group by p.id, p.name, p.closes_at order by p.closes_at desc, p.id limit 20`.execute(db);
  return rows;
}
