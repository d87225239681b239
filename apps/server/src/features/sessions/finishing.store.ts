import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../database/transaction.ts';

export type SessionRow = Selectable<Tables['sessions']>;

export interface SessionKey {
  student_id: number;
  id: number;
}

/** Sessions whose deadline and grace are over, oldest first. */
export function findDue({ db, now }: Context, graceSeconds: number, count: number): Promise<(SessionKey & { paper_id: number | null })[]> {
  return db
    .selectFrom('sessions')
    .where('status', '=', 'IN_PROGRESS')
    .where('deadline', '<', new Date(now.getTime() - graceSeconds * 1000))
    .select(['student_id', 'id', 'paper_id'])
    .orderBy('deadline')
    .limit(count)
    .execute();
}

/** Open sessions of tests among those named, held against every other change; what somebody else holds is left to them. */
export async function lockOpen({ db }: Context, keys: readonly SessionKey[]): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.* from unnest(${keys.map(({ student_id }) => student_id)}::bigint[], ${keys.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    join sessions s using (student_id, id)
    where s.status = 'IN_PROGRESS' and s.paper_id is not null
    order by s.student_id, s.id
    for update of s`.execute(db);
  return rows;
}

/** Finished sessions of a paper, held, a page at a time. */
export function lockFinished({ db }: Context, paper_id: number, after: SessionKey, count: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', 'COMPLETE')
    .where(sql<boolean>`(student_id, id) > (${after.student_id}, ${after.id})`)
    .selectAll()
    .orderBy('student_id')
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .execute();
}

export interface AnswerRow {
  student_id: number;
  session_id: number;
  question_id: number;
  responses: number[];
  rich_response: string | null;
}

export async function findAnswers({ db }: Context, keys: readonly SessionKey[]): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select r.student_id, r.session_id, r.question_id, r.responses, r.rich_response
    from unnest(${keys.map(({ student_id }) => student_id)}::bigint[], ${keys.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    join responses r on r.student_id = k.student_id and r.session_id = k.id`.execute(db);
  return rows;
}

export interface MarkedSession extends SessionKey {
  finished_at: Date;
  finished_by: 'student' | 'clock';
  total_score: number;
  max_score: number;
  is_over_limit: boolean;
  questions: { question_id: number; outcome: number; marks: number }[];
}

/** Writes ends, scores and the result of every response; a session becomes ranked when it is the student's first of its paper. */
export async function writeMarked({ db }: Context, marked: readonly MarkedSession[]): Promise<void> {
  await sql`
    update sessions s set status = 'COMPLETE', finished_at = coalesce(s.finished_at, m.finished_at), finished_by = coalesce(s.finished_by, m.finished_by),
      total_score = m.total_score, max_score = m.max_score, is_over_limit = m.is_over_limit,
      is_ranked = s.is_ranked or not exists (
        select 1 from sessions o where o.student_id = s.student_id and o.paper_id = s.paper_id and o.is_ranked)
    from unnest(${marked.map(({ student_id }) => student_id)}::bigint[], ${marked.map(({ id }) => id)}::bigint[],
      ${marked.map(({ finished_at }) => finished_at)}::timestamptz[], ${marked.map(({ finished_by }) => finished_by)}::text[],
      ${marked.map(({ total_score }) => total_score)}::int[], ${marked.map(({ max_score }) => max_score)}::int[],
      ${marked.map(({ is_over_limit }) => is_over_limit)}::boolean[])
      as m(student_id, id, finished_at, finished_by, total_score, max_score, is_over_limit)
    where s.student_id = m.student_id and s.id = m.id`.execute(db);
  const results = marked.flatMap(({ student_id, id, questions }) => questions.map((question) => ({ student_id, id, ...question })));
  await sql`
    update responses r set result = m.outcome, marks = m.marks
    from unnest(${results.map(({ student_id }) => student_id)}::bigint[], ${results.map(({ id }) => id)}::bigint[],
      ${results.map(({ question_id }) => question_id)}::bigint[], ${results.map(({ outcome }) => outcome)}::smallint[],
      ${results.map(({ marks }) => marks)}::smallint[]) as m(student_id, session_id, question_id, outcome, marks)
    where r.student_id = m.student_id and r.session_id = m.session_id and r.question_id = m.question_id`.execute(db);
}
