import { testModes } from '@abhyas/contract/bank/catalogue';
import type { Exam } from '@abhyas/exam/practice/day-plan';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

interface TakenTest {
  session_id: number;
  paper_id: number;
  name: string;
  finished_at: Date;
  score: number;
  max_score: number;
}

/** Mock tests, and published tests of the institute, in which the student's first attempt at the exam is ranked; the newest first. */
export async function findTests(
  { db }: Context,
  { id, institute_id }: { id: number; institute_id: number | null },
  exam: Exam,
  count: number,
): Promise<TakenTest[]> {
  const { rows } = await sql<TakenTest>`
    select s.id as session_id, s.paper_id, p.name, s.finished_at, s.total_score as score, s.max_score
    from sessions s join papers p on p.id = s.paper_id
    where s.student_id = ${id} and s.status = 'COMPLETE' and s.is_ranked and s.max_score > 0
      and p.test_type = ${exam} and not p.is_assignment
      and case when p.institute_id is null then p.test_mode_type = ${testModes.mock}
        else p.institute_id = ${institute_id}::bigint and p.results_published_at is not null end
    order by s.finished_at desc, s.id desc
    limit ${count}`.execute(db);
  return rows;
}

/** How many questions of each chapter the shared mock tests of the exam have. */
export async function countAsked({ db }: Context, exam: Exam): Promise<Map<number, number>> {
  const { rows } = await sql<{ chapter_id: number; count: number }>`
    select t.chapter_id, count(*)::int as count
    from papers p
    join paper_questions pq on pq.paper_id = p.id
    join questions q on q.id = pq.question_id
    join topics t on t.id = q.topic_id
    where p.institute_id is null and p.test_mode_type = ${testModes.mock} and p.test_type = ${exam}
    group by t.chapter_id`.execute(db);
  return new Map(rows.map(({ chapter_id, count }) => [chapter_id, count]));
}

/** The chapters of which the exam still asks a topic. */
export async function findAskedChapters({ db }: Context, subject_ids: readonly number[], exam: Exam, year: number): Promise<Set<number>> {
  const { rows } = await sql<{ chapter_id: number }>`
    select distinct t.chapter_id from topics t join chapters c on c.id = t.chapter_id
    where c.subject_id = any(${subject_ids}::smallint[]) and coalesce((t.not_asked_since ->> ${exam})::int > ${year}, true)`.execute(db);
  return new Set(rows.map(({ chapter_id }) => chapter_id));
}

/** The counted answers of some of the student's tests, with the chapters of their questions. */
export async function findAnswers({ db }: Context, student_id: number, session_ids: readonly number[]) {
  const { rows } = await sql<{ question_id: number; chapter_id: number; is_correct: boolean; seconds: number }>`
    select r.question_id, t.chapter_id, r.result = 1 as is_correct, r.question_time_spent as seconds
    from responses r
    join questions q on q.id = r.question_id
    join topics t on t.id = q.topic_id
    where r.student_id = ${student_id} and r.session_id = any(${session_ids}::bigint[]) and r.result in (1, -1)`.execute(db);
  return rows;
}
