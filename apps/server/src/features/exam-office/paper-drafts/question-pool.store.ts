import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import { syllabusYear, type SyllabusExam } from '@abhyas/exam/bank/syllabus';
import type { QuestionType } from '@abhyas/exam/bank/question';
import type { SectionPlan } from '@abhyas/exam/exam-office/blueprint';
import type { PaperQuestion } from '@abhyas/exam/exam-office/paper-findings';
import { endedBefore } from '@abhyas/exam/tests/clock';
import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import { hasRow } from '../../../database/scale/spread-database.ts';

/**
 * The requirements of a paper on its questions, besides those of its sections: the exam's syllabus, and the language in which each must
 * also exist.
 */
export interface PoolPlan {
  exam: SyllabusExam;
  also_in?: TranslatedLanguage | undefined;
}

/** All questions of some subjects, or some questions. */
export type PoolScope = { subject_ids: readonly number[] } | { ids: readonly number[] };

const isGiven = (db: StaffContext['db']) => hasRow(db, { value: 'p.id', column: 'a.paper_id', from: 'paper_assignments a' });

/** Whether paper `p` is a test of the institute that is given and not over. */
const isUnfinished = ({ db, actor, now }: StaffContext) => sql`(p.institute_id = ${actor.institute_id}
  and case when p.closes_at is null then p.results_published_at is null
    else p.closes_at >= ${endedBefore(now)} or ${hasRow(db, { value: 'p.id', column: 's.paper_id', from: 'sessions s', where: sql`s.status = 'IN_PROGRESS'` })} end
  and (p.opens_at is not null or ${isGiven(db)}))`;

/**
 * Questions that a new paper must not ask: of mocks, and of future tests of the institute until they are over, except one test if it is
 * named.
 */
const heldBack = (context: StaffContext, except: number | null = null) => sql`
  select distinct h.question_id from papers p join paper_questions h on h.paper_id = p.id
  where p.id is distinct from ${except}::bigint
    and ((p.institute_id is null and p.test_mode_type = 1 and (p.closes_at is null or p.closes_at > ${context.now})) or ${isUnfinished(context)})`;

/** The questions among these that a test of the institute asks which is given and not over, except one test if it is named. */
export async function findInUnfinished(context: StaffContext, ids: readonly number[], except: number | null): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    with unfinished as materialized (
      select p.id from papers p where p.id is distinct from ${except}::bigint
        and p.id in (select h.paper_id from paper_questions h where h.question_id = any(${ids}::bigint[])) and ${isUnfinished(context)})
    select distinct h.question_id from unfinished join paper_questions h on h.paper_id = unfinished.id
    where h.question_id = any(${ids}::bigint[])`.execute(context.db);
  return rows.map(({ question_id }) => question_id);
}

/** Whether a mock, or a future test of the institute except the named one, contains one of the questions. */
export async function isHeldBack(context: StaffContext, ids: readonly number[], except: number | null): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (select from (${heldBack(context, except)}) held where held.question_id = any(${ids}::bigint[])) as is_held`.execute(
    context.db,
  );
  return rows[0]?.is_held ?? false;
}

/**
 * Selects questions of the shared bank and the institute as `PaperQuestion`s. Two questions of a topic are similar if they have the same
 * `likeness`.
 */
function poolQuery(context: StaffContext, scope: PoolScope, { exam, also_in }: PoolPlan) {
  const { actor } = context;
  const isSeen = (one: 'q' | 'o') =>
    sql`(${sql.ref(`${one}.institute_id`)} is null or ${sql.ref(`${one}.institute_id`)} = ${actor.institute_id})`;
  const isRetired = (one: 'q' | 'o') => sql`(${sql.ref(`${one}.retired_at`)} is not null or ${sql.ref(`${one}.correction`)} is not null)`;
  return sql<PaperQuestion>`
    with held as materialized (${heldBack(context)}),
    used as materialized (
      select h.question_id, max(coalesce(p.opens_at, p.closes_at)) as at from papers p join paper_questions h on h.paper_id = p.id
      where p.institute_id = ${actor.institute_id} and coalesce(p.opens_at, p.closes_at) is not null
        and ${isGiven(context.db)}
      group by h.question_id
    )
    select q.id, c.subject_id, t.chapter_id, c.name as chapter_name, q.complexity as level, q.question_type,
      case when q.question_type in (0, 3) and jsonb_array_length(q.accepted_answers) = 1 and jsonb_typeof(q.accepted_answers->0) = 'number'
        then (q.accepted_answers->>0)::int end as key,
      q.question_type <> 1 or exists (
        select from jsonb_array_elements(q.accepted_answers) a where jsonb_typeof(a) = 'string' and a #>> '{}' ~ '^-?[0-9]+([.]0+)?$'
      ) as has_whole_key,
      case when q.comprehension_question_id is not null then json_build_object('id', q.comprehension_question_id, 'size', (
        select greatest(count(*), 1) from questions o
        where o.comprehension_question_id = q.comprehension_question_id and ${isSeen('o')} and not ${isRetired('o')}
      )) end as passage,
      (extract(epoch from u.at) * 1000)::bigint as last_used,
      case when others.alike > 0 then q.topic_id || ' ' || q.likeness end as likeness,
      q.id in (select question_id from held) as is_held_back, ${isRetired('q')} as is_retired,
      coalesce((coalesce(q.not_asked_since, t.not_asked_since)->>${exam})::int <= ${syllabusYear}, false) as is_off_syllabus,
      others.twins > 0 as has_practice_twin, q.is_picture,
      ${also_in === undefined ? sql`false` : sql`not ${also_in} = any(q.languages)`} as is_untranslated
    from questions q join topics t on t.id = q.topic_id join chapters c on c.id = t.chapter_id
    left join used u on u.question_id = q.id
    cross join lateral (
      select count(*) as alike, count(*) filter (where o.is_for_practice) as twins from questions o
      where o.topic_id = q.topic_id and o.likeness = q.likeness and o.id <> q.id
        and ${isSeen('o')} and not ${isRetired('o')} and not ${isRetired('q')}
    ) others
    where ${isSeen('q')} and ${'ids' in scope ? sql`q.id = any(${scope.ids}::bigint[])` : sql`c.subject_id = any(${scope.subject_ids}::int[])`}
    order by c.subject_id, c.position, t.chapter_id, q.id`;
}

/** The facts of these questions. */
export async function findFacts(context: StaffContext, ids: readonly number[], plan: PoolPlan): Promise<PaperQuestion[]> {
  const { rows } = await poolQuery(context, { ids }, plan).execute(context.db);
  return rows;
}

/**
 * A question with a twin in practice is not open to papers, because students see the twin there with its answer while the test withholds the
 * question itself. Pictures of a printed paper were approved with that paper and not one by one, so no other paper gets them.
 */
const isOpen = sql`not (q.is_held_back or q.is_retired or q.is_off_syllabus or q.has_practice_twin or q.is_picture or q.is_untranslated)`;
const isOwnPicture = (own: readonly number[]) => sql`q.is_picture and not q.is_retired and q.id = any(${own}::bigint[])`;

/** Questions of the subjects that a paper with the `own` questions may ask, as `PoolQuestion`s in JSON, which a thread reads. */
export async function findPool(
  context: StaffContext,
  subject_ids: readonly number[],
  plan: PoolPlan,
  own: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ pool: string }>`
    select coalesce(json_agg(row_to_json(q)), '[]')::text as pool from (
      select id, subject_id, chapter_id, level, question_type, key, has_whole_key, passage, last_used, likeness
      from (${poolQuery(context, { subject_ids }, plan)}) q where ${isOpen} or ${isOwnPicture(own)}
    ) q`.execute(context.db);
  return rows[0]?.pool ?? '[]';
}

export interface OfferScope {
  section: SectionPlan;
  /** Questions of the paper, which are not offered again. */
  held: readonly number[];
  words: string;
  /** The question, if only one is asked for. */
  question_id?: number;
}

/**
 * Ids of the questions that a section may get, the one used longest ago first; of a passage the ids of all its questions, if all are open
 * to papers.
 */
export async function findOffers(
  context: StaffContext,
  { section, held, words, question_id }: OfferScope,
  plan: PoolPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[][]> {
  const { subject_id, question_type, integer, chapters } = section;
  const chapter_ids = chapters.filter(({ weight }) => weight > 0).map(({ chapter_id }) => chapter_id);
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<{ ids: number[] }>`
    select json_agg(q.id order by q.id) as ids from (${poolQuery(context, { subject_ids: [subject_id] }, plan)}) q
    join questions w on w.id = q.id
    where ${isOpen} and q.question_type = ${question_type} and (q.has_whole_key or not ${integer}::boolean)
      and (${chapter_ids.length === 0} or q.chapter_id = any(${chapter_ids}::bigint[])) and q.id <> all(${held}::bigint[])
    group by coalesce(-(q.passage->>'id')::bigint, q.id)
    having count(*) = max(coalesce((q.passage->>'size')::int, 1))
      and bool_or(concat_ws(' ', w.question_text, w.option_1, w.option_2, w.option_3, w.option_4) ilike ${pattern})
      and (${question_id ?? null}::bigint is null or ${question_id ?? null}::bigint = any(array_agg(q.id)))
    order by min(coalesce(q.last_used, -1)), min(q.id) limit ${limit} offset ${offset}`.execute(context.db);
  return rows.map(({ ids }) => ids);
}

export interface PoolCount {
  id: number;
  name: string;
  subject_id: number;
  counts: { level: number; question_type: QuestionType; count: number }[];
}

/** Counts of the questions that a paper may ask, by chapter, level and form. */
export async function countPool(context: StaffContext, subject_ids: readonly number[], plan: PoolPlan): Promise<PoolCount[]> {
  const { rows } = await sql<PoolCount>`
    with cells as (
      select min(place) as place, chapter_id, chapter_name, subject_id, level, question_type, count(*) as count
      from (select q.*, row_number() over () as place from (${poolQuery(context, { subject_ids }, plan)}) q) q where ${isOpen}
      group by chapter_id, chapter_name, subject_id, level, question_type
    )
    select chapter_id as id, chapter_name as name, subject_id,
      json_agg(json_build_object('level', level, 'question_type', question_type, 'count', count) order by place) as counts
    from cells group by chapter_id, chapter_name, subject_id order by min(place)`.execute(context.db);
  return rows;
}

export interface UseRow {
  question_id: number;
  paper_name: string;
  at: Date | null;
  attempted: number;
  correct: number;
  median_time: number | null;
}

/** For each question, the institute's latest finished test that contains it, and the question's figures in that test. */
export async function findLastUses({ db, actor, now }: StaffContext, ids: readonly number[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with latest as materialized (
      select distinct on (h.question_id) h.question_id, p.id as paper_id, p.name as paper_name, coalesce(p.opens_at, p.closes_at) as at
      from paper_questions h join papers p on p.id = h.paper_id
      where h.question_id = any(${ids}::bigint[]) and p.institute_id = ${actor.institute_id} and p.closes_at <= ${now}
        and ${isGiven(db)}
      order by h.question_id, coalesce(p.opens_at, p.closes_at) desc, p.id desc
    ),
    figures as (
      select s.paper_id, r.question_id, count(*) filter (where r.result <> 0) as attempted, count(*) filter (where r.result = 1) as correct,
        round(percentile_cont(0.5) within group (order by r.question_time_spent) filter (where r.result <> 0))::int as median_time
      from sessions s join responses r on r.student_id = s.student_id and r.session_id = s.id
      where s.paper_id in (select paper_id from latest) and s.status = 'COMPLETE' and s.is_ranked
        and r.result is not null and r.question_id = any(${ids}::bigint[])
      group by s.paper_id, r.question_id
    )
    select l.question_id, l.paper_name, l.at, coalesce(f.attempted, 0) as attempted, coalesce(f.correct, 0) as correct, f.median_time
    from latest l left join figures f on f.paper_id = l.paper_id and f.question_id = l.question_id`.execute(db);
  return rows;
}
