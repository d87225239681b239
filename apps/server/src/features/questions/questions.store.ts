import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../context.ts';

/** A question with what a session shows beside it. */
export type QuestionRow = Selectable<Tables['questions']> & { subject_id: number; chapter_name: string; topic_name: string };
export type PassageRow = Selectable<Tables['comprehension_questions']>;

/** One parameter however many ids there are, so that the statement stays the same. */
const isAnyOf = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export async function findQuestions({ db }: Context, ids: readonly number[]): Promise<Map<number, QuestionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('questions')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where(isAnyOf('questions.id', ids))
    .selectAll('questions')
    .select(['chapters.subject_id', 'chapters.name as chapter_name', 'topics.name as topic_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findPassages({ db }: Context, ids: readonly number[]): Promise<PassageRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('comprehension_questions').where('id', 'in', ids).selectAll().orderBy('id').execute();
}

const windowColumns = ['opens_at', 'closes_at', 'allows_review', 'institute_id', 'results_published_at'] as const;

/** What of a paper decides when its questions may be seen with their answers. */
export type WindowRow = Pick<Selectable<Tables['papers']>, (typeof windowColumns)[number]>;

/** Papers that hold each of the questions; a question without any is missing. */
export async function findWindows({ db }: Context, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('paper_questions')
    .innerJoin('papers', 'papers.id', 'paper_questions.paper_id')
    .where(isAnyOf('paper_questions.question_id', ids))
    .select(['paper_questions.question_id', ...windowColumns])
    .execute();
}

/** Which of the questions stand in a test that the student has under way, or has completed. */
export async function findInTests(
  { db }: Context,
  student_id: number,
  ids: readonly number[],
  status: 'IN_PROGRESS' | 'COMPLETE',
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'sessions.paper_id')
    .where('sessions.student_id', '=', student_id)
    .where('sessions.status', '=', sql.lit(status))
    .where(isAnyOf('paper_questions.question_id', ids))
    .select('paper_questions.question_id')
    .execute();
  return new Set(rows.map(({ question_id }) => question_id));
}

/** Questions of a topic meant for practice, with what the choice needs; the student's part is his latest verified answer. */
export async function findCandidates({ db }: Context, topic_id: number, student: { id: number; institute_id: number | null }) {
  const student_id = student.id;
  const { rows } = await sql<{ id: number; rating: number; result: number | null; seen: boolean }>`
    select q.id, q.rating, latest.result, exists (
      select 1 from responses r where r.student_id = ${student_id} and r.question_id = q.id and (r.verified or r.solution_request_time is not null)
    ) as seen
    from questions q
    left join lateral (
      select r.result from responses r where r.student_id = ${student_id} and r.question_id = q.id and r.verified order by r.verified_at desc limit 1
    ) latest on true
    where q.topic_id = ${topic_id} and q.is_for_practice
      and (q.institute_id is null or q.institute_id = ${student.institute_id}::bigint)`.execute(db);
  return rows;
}
