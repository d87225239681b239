import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Context } from '../../../context.ts';

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

/** Papers that hold each of the questions, and whether it is of the shared bank; a question without any is missing. */
export async function findHolding({ db }: Context, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ question_id: number; paper_id: number; is_shared: boolean }>`
    with asked as materialized (select id, institute_id is null as is_shared from questions where id = any(${ids}::bigint[]))
    select h.question_id, h.paper_id, asked.is_shared from asked join paper_questions h on h.question_id = asked.id`.execute(db);
  return rows;
}

/** A paper as far as it decides who may see its answers, and a student's part in it. */
export interface PartRow {
  student_id: number;
  paper_id: number;
  test_mode_type: 0 | 1 | 2;
  opens_at: Date | null;
  closes_at: Date | null;
  is_test_retakable: boolean;
  allows_review: boolean;
  results_published: boolean;
  is_under_way: boolean;
  has_access: boolean;
  is_sitting: boolean;
  has_completed: boolean;
  is_of_institute: boolean;
  is_member: boolean;
  is_given: boolean;
}

/**
 * The part of each student in each of the papers. Results are out at once, unless an institute publishes them for its own. Somebody's
 * self-paced session of a paper without closing time says nothing of anybody else.
 */
export async function findParts({ db, now }: Context, student_ids: readonly number[], paper_ids: readonly number[]): Promise<PartRow[]> {
  if (paper_ids.length === 0 || student_ids.length === 0) return [];
  // Computed once, not again for every student.
  const { rows } = await sql<PartRow>`
    with p as materialized (
      select papers.*, exists (select from sessions s where s.paper_id = papers.id and s.status = 'IN_PROGRESS'
          and (s.deadline is not null or papers.closes_at is not null)) as is_under_way,
        institute_id is not null and opens_at is not null and exists (select from paper_assignments a where a.paper_id = papers.id) as is_given
      from papers where papers.id = any(${paper_ids}::bigint[])
    )
    select asked.id as student_id, p.id as paper_id, p.test_mode_type, p.opens_at, p.closes_at, p.is_test_retakable, p.allows_review,
      p.institute_id is null or p.results_published_at is not null as results_published, p.is_under_way,
      case when p.institute_id is null then u.id is not null and (p.is_free or coalesce(u.premium_until > ${now}, false))
        else exists (select from paper_assignments a where a.paper_id = p.id and a.student_id = u.id) end as has_access,
      exists (select from sessions s where s.student_id = u.id and s.paper_id = p.id and s.status = 'IN_PROGRESS') as is_sitting,
      exists (select from sessions s where s.student_id = u.id and s.paper_id = p.id and s.status = 'COMPLETE') as has_completed,
      p.institute_id is not null as is_of_institute, coalesce(p.institute_id = any(u.institute_ids), false) as is_member, p.is_given
    from p cross join unnest(${student_ids}::bigint[]) as asked(id)
    left join lateral (
      select id, premium_until, array(select m.institute_id from memberships m where m.user_id = users.id and m.ended_at is null) as institute_ids
      from users where users.id = asked.id
    ) u on true`.execute(db);
  return rows;
}

export interface CandidateRow {
  id: number;
  topic_id: number;
  complexity: number;
  comprehension_question_id: number | null;
  rating: number;
  /** Of the student's latest verified answer. */
  result: number | null;
  is_seen: boolean;
}

/** Whose questions: of one topic, of a chapter, or those of a chapter that stand in previous papers. */
export type CandidateScope = { topic_id: number } | { chapter_id: number; isOfPreviousPapers?: boolean };

const isIn = (scope: CandidateScope) =>
  'topic_id' in scope
    ? sql`q.topic_id = ${scope.topic_id} and q.is_for_practice`
    : scope.isOfPreviousPapers
      ? sql`t.chapter_id = ${scope.chapter_id} and exists (select from paper_questions pq join papers p on p.id = pq.paper_id
          where pq.question_id = q.id and p.test_mode_type = 2)`
      : sql`t.chapter_id = ${scope.chapter_id} and q.is_for_practice`;

/** Questions to practise, with what the choice needs; the student's part is the latest verified answer. */
export async function findCandidates(
  { db }: Context,
  scope: CandidateScope,
  student: { id: number; institute_id: number | null },
): Promise<CandidateRow[]> {
  const student_id = student.id;
  const { rows } = await sql<CandidateRow>`
    select q.id, q.topic_id, q.complexity, q.comprehension_question_id, coalesce(rated.rating, q.rating) as rating, latest.result, exists (
      select 1 from responses r where r.student_id = ${student_id} and r.question_id = q.id and (r.verified or r.solution_request_time is not null)
    ) as is_seen
    from questions q
    join topics t on t.id = q.topic_id
    left join question_ratings rated on rated.question_id = q.id
    left join lateral (
      select r.result from responses r where r.student_id = ${student_id} and r.question_id = q.id and r.verified order by r.verified_at desc limit 1
    ) latest on true
    where ${isIn(scope)} and (q.institute_id is null or q.institute_id = ${student.institute_id}::bigint)
    order by q.id`.execute(db);
  return rows;
}
