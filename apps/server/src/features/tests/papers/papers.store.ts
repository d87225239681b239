import { testModes } from '@abhyas/contract/bank/catalogue';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Context } from '../../../context.ts';

export type PaperRow = Omit<Selectable<Tables['papers']>, 'scores_due' | 'sets_seed' | 'sets_move_options'>;
/** All columns that describe a paper. They are named, so that a new column does not invalidate prepared statements. */
const paperColumns = [
  'id',
  'code',
  'name',
  'test_mode_type',
  'test_type',
  'preset',
  'time_kind',
  'test_duration',
  'is_new_neet_pattern',
  'is_assignment',
  'courses',
  'is_free',
  'is_test_retakable',
  'allows_review',
  'institute_id',
  'opens_at',
  'closes_at',
  'version',
  'position',
  'results_published_at',
  'should_request_otp',
  'can_lock_test',
  'is_exam_exact',
  'otp_hash',
] as const satisfies readonly (keyof PaperRow)[];
export type SectionRow = Selectable<Tables['paper_sections']> & { subject_name: string };

export interface ListedPaper extends PaperRow {
  question_count: number;
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  /** Fields of the newest session, if it is open. */
  running: { began_at: Date; deadline: Date | null; session_time_spent: number; answered_count: number } | null;
  extension_seconds: number;
  total_score: number | null;
  max_score: number | null;
  /** Highest score of finished attempts; null before the first. */
  best_score: number | null;
  /** Score of the first attempt. */
  first_score: number | null;
  /** Number of finished attempts; null before the first. */
  attempts: number | null;
  has_finished: boolean;
  subject_ids: number[];
  total_marks: number;
}

/** Papers of a mode for the student's course or institute, with the student's newest session and latest finished score. */
export async function listPapers(
  { db }: Context,
  student: { id: number; course: string | null; institute_id: number | null },
  mode: number,
  is_assignment: boolean,
) {
  type Row = Omit<ListedPaper, 'running'> & NonNullable<ListedPaper['running']>;
  const { rows } = await sql<Row>`
    select ${sql.join(paperColumns.map((column) => sql.ref(`p.${column}`)))}, (select count(*) from paper_questions q where q.paper_id = p.id) as question_count,
      newest.status, newest.began_at, newest.deadline, newest.session_time_spent,
      coalesce((select extension_seconds from paper_assignments a where a.paper_id = p.id and a.student_id = ${student.id}), 0) as extension_seconds,
      (select count(*) from responses r where newest.status = 'IN_PROGRESS' and r.student_id = ${student.id} and r.session_id = newest.id
        and (r.responses <> '{}' or r.rich_response ~ '[0-9]')) as answered_count,
      finished.total_score, finished.max_score, finished.best_score, finished.first_score, finished.attempts, finished.id is not null as has_finished,
      sections.subject_ids, sections.total_marks
    from papers p
    cross join lateral (
      select array_agg(subject_id order by position) as subject_ids, sum(coalesce(attempt_limit, question_count) * correct)::int as total_marks
      from paper_sections where paper_id = p.id
    ) sections
    left join lateral (
      select id, status, began_at, deadline, session_time_spent from sessions s where s.student_id = ${student.id} and s.paper_id = p.id order by s.id desc limit 1
    ) newest on true
    left join lateral (
      select id, total_score, max_score, max(total_score) over () as best_score, first_value(total_score) over (order by s.id) as first_score,
        count(*) over () as attempts from sessions s
      where s.student_id = ${student.id} and s.paper_id = p.id and s.status = 'COMPLETE' order by s.id desc limit 1
    ) finished on true
    where p.test_mode_type = ${mode} and p.is_assignment = ${is_assignment}
      and case when p.institute_id is null then ${student.course} = any(p.courses)
        else p.institute_id = ${student.institute_id}::bigint
          and exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = ${student.id}) end
    order by p.position, p.id`.execute(db);
  return rows.map(({ began_at, deadline, session_time_spent, answered_count, ...paper }): ListedPaper => {
    const running = paper.status === 'IN_PROGRESS' ? { began_at, deadline, session_time_spent, answered_count } : null;
    return { ...paper, running };
  });
}

/** The mocks of a course, and how many of them are free. */
export async function countMocks({ db }: Context, course: string | null) {
  return db
    .selectFrom('papers')
    .where('test_mode_type', '=', testModes.mock)
    .where('institute_id', 'is', null)
    .where('is_assignment', '=', false)
    .where(sql<boolean>`${course} = any(courses)`)
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.countAll<number>().filterWhere('is_free', '=', true).as('free_count')])
    .executeTakeFirstOrThrow();
}

/** Number of questions of each paper. */
export function findQuestionsOf({ db }: Context, paper_ids: readonly number[]) {
  return db
    .selectFrom('paper_questions')
    .where(sql<boolean>`paper_id = any(${paper_ids}::bigint[])`)
    .select(['paper_id', 'question_id'])
    .execute();
}

export function findPaper({ db }: Context, id: number): Promise<PaperRow | undefined> {
  return db.selectFrom('papers').where('id', '=', id).select(paperColumns).executeTakeFirst();
}

/** A student under the membership in use. */
interface MemberKey {
  id: number;
  institute_id: number | null;
}

/** Papers, with the student's assignment by the institute and its extra time, if there is one. */
const papersFor = ({ db }: Context, student: MemberKey) =>
  db
    .selectFrom('papers')
    .select(paperColumns)
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('paper_assignments')
            .whereRef('paper_id', '=', 'papers.id')
            .where('student_id', '=', student.id)
            .where('papers.institute_id', '=', student.institute_id)
            .select('paper_id'),
        )
        .$castTo<boolean>()
        .as('is_assigned'),
    )
    .select((is) =>
      is
        .selectFrom('paper_assignments')
        .whereRef('paper_id', '=', 'papers.id')
        .where('student_id', '=', student.id)
        .select('extension_seconds')
        .as('extension_seconds'),
    );

type PaperFor = PaperRow & { is_assigned: boolean; extension_seconds: number | null };

export function findPaperFor(context: Context, student: MemberKey, id: number): Promise<PaperFor | undefined> {
  return papersFor(context, student).where('id', '=', id).executeTakeFirst();
}

/** Papers that contain the question. */
export function findPapersWith(context: Context, student: MemberKey, question_id: number): Promise<PaperFor[]> {
  return papersFor(context, student)
    .where('id', 'in', (is) => is.selectFrom('paper_questions').where('question_id', '=', question_id).select('paper_id'))
    .execute();
}

export function findSections({ db }: Context, paper_id: number): Promise<SectionRow[]> {
  return db
    .selectFrom('paper_sections')
    .innerJoin('subjects', 'subjects.id', 'paper_sections.subject_id')
    .where('paper_id', '=', paper_id)
    .select([
      'paper_sections.paper_id',
      'paper_sections.position',
      'paper_sections.name',
      'paper_sections.section',
      'paper_sections.subject_id',
      'paper_sections.question_type',
      'paper_sections.question_count',
      'paper_sections.first_position',
      'paper_sections.attempt_limit',
      'paper_sections.limit_kind',
      'paper_sections.integer',
      'paper_sections.correct',
      'paper_sections.incorrect',
      'paper_sections.unattempted',
      'paper_sections.partial',
      'subjects.name as subject_name',
    ])
    .orderBy('position')
    .execute();
}

export function findPaperQuestions({ db }: Context, paper_id: number) {
  return db
    .selectFrom('paper_questions')
    .innerJoin('paper_sections', (join) =>
      join
        .onRef('paper_sections.paper_id', '=', 'paper_questions.paper_id')
        .onRef('paper_sections.position', '=', 'paper_questions.section_position'),
    )
    .where('paper_questions.paper_id', '=', paper_id)
    .select(['paper_questions.question_id', 'paper_questions.position', 'paper_sections.section'])
    .orderBy('paper_questions.position')
    .execute();
}

export async function countQuestions({ db }: Context, paper_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('paper_questions')
    .where('paper_id', '=', paper_id)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of questions of a paper, and of those that can be read in Hindi. */
export async function countTranslated({ db }: Context, paper_id: number) {
  return db
    .selectFrom('paper_questions')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .where('paper_id', '=', paper_id)
    .select((is) => [
      is.fn.countAll<number>().as('question_count'),
      is.fn.countAll<number>().filterWhere(sql<boolean>`'hi' = any(questions.languages)`).as('hindi_count'),
    ])
    .executeTakeFirstOrThrow();
}

/** Students with an open session of the paper. */
export async function countAttending({ db }: Context, paper_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
