/**
 * The reads of `questions.store.ts` that look up sessions and assignments per paper and per student, for a database that is spread over
 * several machines: there each table is read by itself, with students and papers as values, and the rows are joined here. On one database
 * the single statement is faster.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The facts about a paper, and its state for a student, that decide whether the student may see its answers. */
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

/** As `PartRow`, for a paper that contains requested questions: ids of the shared bank's questions and of an institute's. */
export interface HoldingPartRow extends PartRow {
  shared_questions: number[];
  institute_questions: number[];
}

interface PaperFacts extends Pick<HoldingPartRow, 'test_mode_type' | 'opens_at' | 'closes_at' | 'is_test_retakable' | 'allows_review'> {
  id: number;
  institute_id: number | null;
  results_published_at: Date | null;
  is_free: boolean;
  shared_questions: number[];
  institute_questions: number[];
}

const columns = sql.raw(
  'p.id, p.test_mode_type, p.opens_at, p.closes_at, p.is_test_retakable, p.allows_review, p.institute_id, p.results_published_at, p.is_free',
);

async function findHolding({ db }: Context, question_ids: readonly number[]): Promise<PaperFacts[]> {
  const { rows } = await sql<PaperFacts>`
    select ${columns}, coalesce(json_agg(q.id) filter (where q.institute_id is null), '[]') as shared_questions,
      coalesce(json_agg(q.id) filter (where q.institute_id is not null), '[]') as institute_questions
    from questions q join paper_questions h on h.question_id = q.id join papers p on p.id = h.paper_id
    where q.id = any(${question_ids}::bigint[]) group by p.id`.execute(db);
  return rows;
}

interface StudentFacts {
  id: number;
  premium_until: Date | null;
  institute_ids: number[];
}

async function findStudents({ db }: Context, student_ids: readonly number[]): Promise<Map<number, StudentFacts>> {
  const { rows } = await sql<StudentFacts>`
    select u.id, u.premium_until, coalesce(json_agg(m.institute_id) filter (where m.id is not null), '[]') as institute_ids
    from users u left join memberships m on m.user_id = u.id and m.ended_at is null
    where u.id = any(${student_ids}::bigint[]) group by u.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which papers somebody is sitting, with and without a deadline, and which are assigned to anybody: asked of every machine. */
async function findUse({ db }: Context, papers: readonly PaperFacts[]) {
  const idsOf = (some: readonly PaperFacts[]) => some.map(({ id }) => id);
  const sat = await sql<{ paper_id: number; is_timed: boolean }>`
    select paper_id, bool_or(deadline is not null) as is_timed from sessions
    where status = 'IN_PROGRESS' and paper_id = any(${idsOf(papers)}::bigint[]) group by paper_id`.execute(db);
  // Assignments matter only for an institute's papers that have an opening time.
  const opening = papers.filter(({ institute_id, opens_at }) => institute_id !== null && opens_at !== null);
  const given =
    opening.length === 0
      ? []
      : (
          await sql<{ paper_id: number }>`
            select paper_id from paper_assignments where paper_id = any(${idsOf(opening)}::bigint[]) group by paper_id`.execute(db)
        ).rows;
  return {
    timedOf: new Map(sat.rows.map(({ paper_id, is_timed }) => [paper_id, is_timed])),
    given: new Set(given.map(({ paper_id }) => paper_id)),
  };
}

const nameOf = (student_id: number, paper_id: number) => `${student_id} ${paper_id}`;

async function findOwn({ db }: Context, student_ids: readonly number[], paper_ids: readonly number[]) {
  const sessions = await sql<{ student_id: number; paper_id: number; status: string }>`
    select distinct student_id, paper_id, status from sessions
    where student_id = any(${student_ids}::bigint[]) and paper_id = any(${paper_ids}::bigint[])`.execute(db);
  const assigned = await sql<{ student_id: number; paper_id: number }>`
    select student_id, paper_id from paper_assignments
    where student_id = any(${student_ids}::bigint[]) and paper_id = any(${paper_ids}::bigint[])`.execute(db);
  const withStatus = (status: string) =>
    new Set(sessions.rows.filter((row) => row.status === status).map((row) => nameOf(row.student_id, row.paper_id)));
  return {
    sitting: withStatus('IN_PROGRESS'),
    completed: withStatus('COMPLETE'),
    assigned: new Set(assigned.rows.map((row) => nameOf(row.student_id, row.paper_id))),
  };
}

async function join(context: Context, student_ids: readonly number[], papers: readonly PaperFacts[]): Promise<HoldingPartRow[]> {
  if (papers.length === 0) return [];
  const ids = papers.map(({ id }) => id);
  const students = await findStudents(context, student_ids);
  const use = await findUse(context, papers);
  const own = await findOwn(context, student_ids, ids);
  return papers.flatMap(({ id, institute_id, results_published_at, is_free, ...paper }) =>
    student_ids.map((student_id) => {
      const student = students.get(student_id);
      const name = nameOf(student_id, id);
      const isTimed = use.timedOf.get(id);
      const isPremium = context.isPremiumOpen === true || (student?.premium_until ?? context.now) > context.now;
      return {
        ...paper,
        student_id,
        paper_id: id,
        results_published: institute_id === null || results_published_at !== null,
        is_under_way: isTimed === true || (isTimed === false && paper.closes_at !== null),
        has_access:
          institute_id === null ? student !== undefined && (is_free || isPremium) : student !== undefined && own.assigned.has(name),
        is_sitting: own.sitting.has(name),
        has_completed: own.completed.has(name),
        is_of_institute: institute_id !== null,
        is_member: institute_id !== null && student?.institute_ids.includes(institute_id) === true,
        is_given: use.given.has(id),
      };
    }),
  );
}

export const findHoldingPartsSpread = async (context: Context, student_ids: readonly number[], question_ids: readonly number[]) =>
  join(context, student_ids, await findHolding(context, question_ids));

export async function findPartSpread(context: Context, student_id: number, paper_id: number): Promise<HoldingPartRow | undefined> {
  const { rows } = await sql<PaperFacts>`
    select ${columns}, '[]'::json as shared_questions, '[]'::json as institute_questions from papers p where p.id = ${paper_id}`.execute(
    context.db,
  );
  const [part] = await join(context, [student_id], rows);
  return part;
}
