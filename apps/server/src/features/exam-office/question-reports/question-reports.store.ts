import { sql } from 'kysely';
import type { Actor, ActorContext, Context, StaffContext } from '../../../context.ts';

export type ProblemType = 2 | 4 | 6 | 7 | 10;

export interface NewReport {
  student_id: number;
  question_id: number;
  problem_type: ProblemType;
  message: string | null;
}

/** Stores a report; it replaces the student's open report of the same type. */
export async function upsertReport({ db, now }: Context, report: NewReport): Promise<void> {
  await db
    .insertInto('question_reports')
    .values({ ...report, reported_at: now })
    .onConflict((on) =>
      on
        .columns(['student_id', 'question_id', 'problem_type'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ message: report.message, reported_at: now }),
    )
    .execute();
}

export async function findReported({ db }: Context, student_id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    select question_id from question_reports where student_id = ${student_id} and closed_at is null
    group by question_id order by max(reported_at) desc limit ${count}`.execute(db);
  return rows.map(({ question_id }) => question_id);
}

/** The number of the student's open reports. */
export async function countOpen({ db }: Context, student_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('question_reports')
    .where('student_id', '=', student_id)
    .where('closed_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const isOf = ({ institute_id }: Pick<Actor, 'institute_id'>) => sql`q.institute_id is not distinct from ${institute_id}::bigint`;

export interface ReportedQuestion {
  question_id: number;
  code: string;
  question_text: string;
  chapter_name: string;
  first_reported_at: Date;
  report_count: number;
}

/** Questions of the actor's institute or of the shared bank with open reports, most reported first. */
export async function findReportedQuestions({ db, actor }: ActorContext, offset: number, count: number): Promise<ReportedQuestion[]> {
  const { rows } = await sql<ReportedQuestion>`
    select q.id as question_id, q.code, q.question_text, c.name as chapter_name, r.first_reported_at, r.report_count
    from (
      select question_id, count(*)::int as report_count, min(reported_at) as first_reported_at
      from question_reports where closed_at is null group by question_id
    ) r
    join questions q on q.id = r.question_id and ${isOf(actor)}
    join topics t on t.id = q.topic_id
    join chapters c on c.id = t.chapter_id
    order by r.report_count desc, r.first_reported_at, q.id
    offset ${offset} limit ${count}`.execute(db);
  return rows;
}

/** The number of questions with an open report that belong to the actor, and the time of the oldest open report. */
export async function countReportedQuestions({ db, actor }: ActorContext): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct r.question_id)::int as count, min(r.reported_at) as since
    from question_reports r join questions q on q.id = r.question_id and ${isOf(actor)}
    where r.closed_at is null`.execute(db);
  return rows[0] ?? { count: 0, since: null };
}

/** The latest open reports of each question, without their students. */
export async function findOpenReports({ db }: Context, question_ids: readonly number[], each: number) {
  const { rows } = await sql<{ question_id: number; problem_type: ProblemType; message: string | null; reported_at: Date }>`
    select question_id, problem_type, message, reported_at from (
      select question_id, problem_type, message, reported_at, row_number() over (partition by question_id order by reported_at desc) as place
      from question_reports where question_id = any(${question_ids}::bigint[]) and closed_at is null
    ) r
    where place <= ${each} order by reported_at desc`.execute(db);
  return rows;
}

/** The latest open reports on questions of the institute's paper: all reports on its own questions, and its students' reports on others. */
export async function findReportsOfPaper({ db, actor }: StaffContext, paper_id: number, each: number) {
  const { rows } = await sql<{
    question_id: number;
    is_own: boolean;
    report_count: number;
    problem_type: ProblemType;
    message: string | null;
    reported_at: Date;
  }>`
    select * from (
      select r.question_id, q.institute_id is not distinct from ${actor.institute_id}::bigint as is_own, r.problem_type, r.message, r.reported_at,
        (count(*) over of_question)::int as report_count, row_number() over (of_question order by r.reported_at desc) as place
      from paper_questions pq
      join papers p on p.id = pq.paper_id and p.institute_id = ${actor.institute_id}
      join questions q on q.id = pq.question_id
      join question_reports r on r.question_id = q.id and r.closed_at is null
      where pq.paper_id = ${paper_id} and (q.institute_id = ${actor.institute_id} or exists (select from memberships m
        where m.user_id = r.student_id and m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null))
      window of_question as (partition by r.question_id)
    ) reports where place <= ${each} order by report_count desc, question_id, reported_at desc`.execute(db);
  return rows;
}

/** A question of the actor's institute or of the shared bank, by id or code. */
export async function findOwnQuestion({ db, actor }: ActorContext, named: { id: number } | { code: string }) {
  return db
    .selectFrom('questions')
    .where(sql<boolean>`institute_id is not distinct from ${actor.institute_id}::bigint`)
    .where((is) => ('id' in named ? is('id', '=', named.id) : is('code', '=', named.code)))
    .select(['id', 'code'])
    .executeTakeFirst();
}

/** Closes the open reports of a question, and returns their students. */
export async function closeReports(
  { db, now }: Context,
  question_id: number,
  closing: { closed_by: 'answer'; reply: string } | { closed_by: 'key_correction' },
): Promise<{ student_ids: number[]; closed: number }> {
  const rows = await db
    .updateTable('question_reports')
    .set({ closed_at: now, ...closing })
    .where('question_id', '=', question_id)
    .where('closed_at', 'is', null)
    .returning('student_id')
    .execute();
  return { student_ids: [...new Set(rows.map(({ student_id }) => student_id))], closed: rows.length };
}
