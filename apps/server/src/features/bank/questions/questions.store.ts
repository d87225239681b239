import type { NotAskedSince } from '@abhyas/exam/bank/syllabus';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Context } from '../../../context.ts';
import { isSpread } from '../../../database/scale/spread-database.ts';
import { findHoldingPartsSpread, findPartSpread, type HoldingPartRow, type PartRow } from './spread-parts.store.ts';

/** The columns that readers of a question need. They are named, because only then does PostgreSQL plan the statement once. */
const columns = [
  'id',
  'topic_id',
  'comprehension_question_id',
  'question_type',
  'complexity',
  'question_text',
  'option_1',
  'option_2',
  'option_3',
  'option_4',
  'image_option_1',
  'image_option_2',
  'image_option_3',
  'image_option_4',
  'image_option_1_alt',
  'image_option_2_alt',
  'image_option_3_alt',
  'image_option_4_alt',
  'image_option_1_size',
  'image_option_2_size',
  'image_option_3_size',
  'image_option_4_size',
  'supporting_picture',
  'supporting_picture_alt',
  'supporting_picture_size',
  'options_layout',
  'accepted_answers',
  'precision',
  'numerical_notes',
  'solution_text',
  'solution_supporting_picture',
  'solution_supporting_picture_alt',
  'solution_supporting_picture_size',
  'video_solution_uri',
  'is_for_practice',
  'rating',
  'correction',
  'institute_id',
  'not_asked_since',
  'hint',
  'languages',
] as const;

/** A question with the names that a session shows beside it. */
export type QuestionRow = Pick<Selectable<Tables['questions']>, (typeof columns)[number]> & {
  subject_id: number;
  chapter_name: string;
  topic_name: string;
  topic_not_asked_since: NotAskedSince;
};
export type PassageRow = Selectable<Tables['comprehension_questions']>;

/** One parameter for any number of ids, so that the statement stays the same. */
const isAnyOf = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

export async function findQuestions({ db }: Context, ids: readonly number[]): Promise<Map<number, QuestionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('questions')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where(isAnyOf('questions.id', ids))
    .select([
      ...columns.map((column) => `questions.${column}` as const),
      'chapters.subject_id',
      'chapters.name as chapter_name',
      'topics.name as topic_name',
      'topics.not_asked_since as topic_not_asked_since',
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findPassages({ db }: Context, ids: readonly number[]): Promise<PassageRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('comprehension_questions').where('id', 'in', ids).selectAll().orderBy('id').execute();
}

// Sessions and assignments are looked up per paper or student, with `limit 1` or `= any(…)`. PostgreSQL may plan an `exists` here as a scan
// of the whole table.
const partOfEach = ({ now, isPremiumOpen = false }: Context, student_ids: readonly number[]) => sql`
  asked.id as student_id, p.id as paper_id, p.test_mode_type, p.opens_at, p.closes_at, p.is_test_retakable, p.allows_review,
  p.institute_id is null or p.results_published_at is not null as results_published, p.is_under_way,
  case when p.institute_id is null then u.id is not null and (p.is_free or ${isPremiumOpen} or coalesce(u.premium_until > ${now}, false))
    else coalesce((select true from paper_assignments a where a.paper_id = p.id and a.student_id = u.id limit 1), false) end as has_access,
  coalesce(p.id = any(u.sitting), false) as is_sitting, coalesce(p.id = any(u.completed), false) as has_completed,
  p.institute_id is not null as is_of_institute, coalesce(p.institute_id = any(u.institute_ids), false) as is_member, p.is_given
  from p cross join unnest(${student_ids}::bigint[]) as asked(id)
  left join lateral (
    select id, premium_until, array(select m.institute_id from memberships m where m.user_id = users.id and m.ended_at is null) as institute_ids,
      array(select s.paper_id from sessions s where s.student_id = users.id and s.status = 'IN_PROGRESS' and s.paper_id is not null) as sitting,
      array(select s.paper_id from sessions s where s.student_id = users.id and s.status = 'COMPLETE' and s.paper_id is not null) as completed
    from users where users.id = asked.id
  ) u on true`;

// Every column by name: a statement with all columns is planned again at each use. Sessions in progress without deadline count only if
// the paper has a closing time: a self-paced session of another paper does not affect other students.
const factsOfPaper = sql`
  papers.id, test_mode_type, opens_at, closes_at, is_test_retakable, allows_review, institute_id, results_published_at, is_free,
  coalesce((select true from sessions s where s.paper_id = papers.id and s.status = 'IN_PROGRESS' and s.deadline is not null limit 1),
    (select true from sessions s where s.paper_id = papers.id and s.status = 'IN_PROGRESS' and papers.closes_at is not null limit 1), false) as is_under_way,
  institute_id is not null and opens_at is not null
    and coalesce((select true from paper_assignments a where a.paper_id = papers.id limit 1), false) as is_given`;

/**
 * The state of a paper for the student: access, session in progress, completed attempt, results published. Results count as published
 * immediately, except for an institute's own papers, which it publishes itself.
 */
export async function findPart(context: Context, student_id: number, paper_id: number): Promise<PartRow | undefined> {
  if (isSpread(context.db)) return findPartSpread(context, student_id, paper_id);
  const { rows } = await sql<PartRow>`
    with p as materialized (select ${factsOfPaper} from papers where papers.id = ${paper_id})
    select ${partOfEach(context, [student_id])}`.execute(context.db);
  return rows[0];
}

/** The papers that contain any of the questions, with the state of each paper for each student. */
export async function findHoldingParts(
  context: Context,
  student_ids: readonly number[],
  question_ids: readonly number[],
): Promise<HoldingPartRow[]> {
  if (question_ids.length === 0 || student_ids.length === 0) return [];
  if (isSpread(context.db)) return findHoldingPartsSpread(context, student_ids, question_ids);
  // Facts of a paper are computed once, not for every student.
  const { rows } = await sql<HoldingPartRow>`
    with asked_questions as materialized (select id, institute_id is null as is_shared from questions where id = any(${question_ids}::bigint[])),
    held as materialized (
      select h.paper_id, coalesce(json_agg(a.id) filter (where a.is_shared), '[]') as shared_questions,
        coalesce(json_agg(a.id) filter (where not a.is_shared), '[]') as institute_questions
      from asked_questions a join paper_questions h on h.question_id = a.id group by h.paper_id
    ),
    p as materialized (select ${factsOfPaper}, held.shared_questions, held.institute_questions from held join papers on papers.id = held.paper_id)
    select p.shared_questions, p.institute_questions, ${partOfEach(context, student_ids)}`.execute(context.db);
  return rows;
}

export interface CandidateRow {
  id: number;
  topic_id: number;
  complexity: number;
  comprehension_question_id: number | null;
  rating: number;
  /** Result of the student's latest verified answer; null without one. */
  result: number | null;
  is_seen: boolean;
}

/** The source of questions: a topic, a chapter, or the previous papers of a chapter. */
export type CandidateScope = { topic_id: number } | { chapter_id: number; isOfPreviousPapers?: boolean };

const isIn = (scope: CandidateScope) =>
  'topic_id' in scope
    ? sql`q.topic_id = ${scope.topic_id} and q.is_for_practice`
    : scope.isOfPreviousPapers
      ? sql`t.chapter_id = ${scope.chapter_id} and exists (select from paper_questions pq join papers p on p.id = pq.paper_id
          where pq.question_id = q.id and p.test_mode_type = 2)`
      : sql`t.chapter_id = ${scope.chapter_id} and q.is_for_practice`;

/** The questions among these that are for practice, with their topics, of the shared bank and of the student's present institute. */
export async function findForPractice({ db }: Context, ids: readonly number[], student: { institute_id: number | null }) {
  const { rows } = await sql<{ id: number; topic_id: number }>`
    select q.id, q.topic_id from questions q
    where q.id = any(${ids}::bigint[]) and q.is_for_practice and (q.institute_id is null or q.institute_id = ${student.institute_id}::bigint)`.execute(
    db,
  );
  return rows;
}

/** Candidates for practice, with the student's latest verified answer. */
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
