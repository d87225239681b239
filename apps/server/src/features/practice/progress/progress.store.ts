import type { DayCounts } from '@abhyas/exam/practice/progress';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

interface SessionKey {
  student_id: number;
  id: number;
}

/**
 * Right and wrong answers by session, day and subject. Practice counts on the day of the answer, a test on the day it ended. Rows that an
 * insertion selects itself would keep the counts of all students locked on a spread database.
 */
const countsOf = (where: ReturnType<typeof sql>) => sql`
  with counted as materialized (
    select r.student_id, r.session_id, floor((extract(epoch from coalesce(r.verified_at, s.finished_at)) + 19800) / 86400)::int as day,
      c.subject_id, count(*) filter (where r.result = 1), count(*) filter (where r.result = -1), sum(r.question_time_spent)
    from responses r
    join sessions s on s.student_id = r.student_id and s.id = r.session_id
    join questions q on q.id = r.question_id
    join topics t on t.id = q.topic_id
    join chapters c on c.id = t.chapter_id
    where r.result in (1, -1) and ${where}
    group by r.student_id, r.session_id, 3, c.subject_id
  )
  insert into session_days (student_id, session_id, day, subject_id, correct, incorrect, seconds) select * from counted`;

/** Counts a session again. */
export async function countSession({ db }: Context, { student_id, id }: SessionKey): Promise<void> {
  await db.deleteFrom('session_days').where('student_id', '=', student_id).where('session_id', '=', id).execute();
  await countsOf(sql`r.student_id = ${student_id} and s.student_id = ${student_id} and r.session_id = ${id}`).execute(db);
}

/** Counts every session of practice again. Tests are counted again when their student's progress is read. */
export async function recountAll({ db }: Context): Promise<void> {
  await db.deleteFrom('session_days').execute();
  await countsOf(sql`s.paper_id is null`).execute(db);
}

/** Ids of finished tests that are not counted yet, the newest first. */
export async function findUncountedTests({ db }: Context, student_id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from sessions s
    where s.student_id = ${student_id} and s.status = 'COMPLETE' and s.paper_id is not null
      and not exists (select from session_days d where d.student_id = s.student_id and d.session_id = s.id)
      and exists (select from responses r where r.student_id = s.student_id and r.session_id = s.id and r.result in (1, -1))
    order by s.finished_at desc
    limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Answered questions of a session of a test. */
export async function findAnsweredQuestions({ db }: Context, { student_id, id }: SessionKey): Promise<number[]> {
  const rows = await db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('session_id', '=', id)
    .select('question_id')
    .execute();
  return rows.map(({ question_id }) => question_id);
}

/** Marks the sessions of a paper, of one student or of all, to be counted again. */
export async function deleteCounts({ db }: Context, paper_id: number, student_id: number | null): Promise<void> {
  await sql`
    delete from session_days d using sessions s
    where s.student_id = d.student_id and s.id = d.session_id and s.paper_id = ${paper_id}
      and (${student_id}::bigint is null or s.student_id = ${student_id}::bigint)`.execute(db);
}

export interface DaySums extends DayCounts {
  /** The days before `since` that this row sums up; null for a row of one day. */
  earlier_days: number[] | null;
}

/** Counts by day and subject. All days before `since` are one row of a subject, dated the day before `since`. */
export async function sumByDay({ db }: Context, student_id: number, since: number): Promise<DaySums[]> {
  // Summed by day first: to seek distinct days among all rows takes longer.
  const { rows } = await sql<DaySums>`
    select greatest(day, ${since - 1}::int) as day, subject_id, sum(correct)::int as correct, sum(incorrect)::int as incorrect,
      sum(seconds)::int as seconds, array_agg(day) filter (where day < ${since}::int) as earlier_days
    from (
      select day, subject_id, sum(correct) as correct, sum(incorrect) as incorrect, sum(seconds) as seconds
      from session_days where student_id = ${student_id}
      group by day, subject_id
    ) of_days
    group by 1, subject_id order by 1, subject_id`.execute(db);
  return rows;
}

/** Number of questions answered on each day from `day` on, in days since 1970 in India. */
export async function sumSince({ db }: Context, student_id: number, day: number): Promise<{ day: number; answered: number }[]> {
  return db
    .selectFrom('session_days')
    .where('student_id', '=', student_id)
    .where('day', '>=', day)
    .groupBy('day')
    .select(['day', sql<number>`sum(correct + incorrect)::int`.as('answered')])
    .execute();
}

/** Whether any answer of the student counts. */
export async function hasAnswered({ db }: Context, student_id: number): Promise<boolean> {
  return (await db.selectFrom('session_days').where('student_id', '=', student_id).select('day').limit(1).executeTakeFirst()) !== undefined;
}

export function findRatings({ db }: Context, student_id: number) {
  return db.selectFrom('student_ratings').where('student_id', '=', student_id).select(['subject_id', 'rating', 'answered']).execute();
}
