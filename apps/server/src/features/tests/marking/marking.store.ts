import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { inPlaces, isSpread } from '../../../database/scale/spread-database.ts';

export interface SessionKey {
  student_id: number;
  id: number;
}

/**
 * Locks the marking of a paper until the transaction ends. With `isAlone` nobody else can mark it; otherwise others can, but not mark it
 * again.
 */
export async function holdMarks({ db }: Context, paper_id: number, isAlone: boolean): Promise<void> {
  const lock = sql.raw(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended('marks of paper ' || ${paper_id}::bigint, 0))`.execute(db);
}

interface FinishedSession extends SessionKey {
  finished_at: Date | null;
  finished_by: 'student' | 'clock' | 'restart' | null;
}

/** A page of finished sessions of a paper, of one student or of all, locked. */
export async function lockFinished(
  { db }: Context,
  paper_id: number,
  student_id: number | null,
  after: SessionKey,
  count: number,
): Promise<FinishedSession[]> {
  const page = db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('COMPLETE'))
    .where(sql<boolean>`(student_id, id) > (${after.student_id}, ${after.id})`)
    .$if(student_id !== null, (of) => of.where('student_id', '=', student_id))
    .select(['student_id', 'id', 'finished_at', 'finished_by'])
    .orderBy('student_id')
    .orderBy('id')
    .limit(count);
  if (student_id !== null || !isSpread(db)) return page.forUpdate().execute();
  // A spread database locks rows of one shard only; the caller holds the marking of the paper, so that no session of the page changes.
  const sessions = await page.execute();
  if (sessions.length === 0) return [];
  await inPlaces(db, sessions, studentOf, (together) =>
    db
      .selectFrom('sessions')
      .where('student_id', 'in', together.map(studentOf))
      .where(
        'id',
        'in',
        together.map(({ id }) => id),
      )
      .select('id')
      .orderBy('student_id')
      .orderBy('id')
      .forUpdate()
      .execute(),
  );
  return sessions;
}

const studentOf = ({ student_id }: SessionKey) => student_id;

export interface AnswerRow {
  student_id: number;
  session_id: number;
  question_id: number;
  responses: number[];
  rich_response: string | null;
}

export async function findAnswers({ db }: Context, keys: readonly SessionKey[]): Promise<AnswerRow[]> {
  const students = keys.map(studentOf);
  const { rows } = await sql<AnswerRow>`
    select r.student_id, r.session_id, r.question_id, r.responses, r.rich_response
    from unnest(${students}::bigint[], ${keys.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    join responses r on r.student_id = k.student_id and r.session_id = k.id
    where r.student_id = any(${students}::bigint[])`.execute(db);
  return rows;
}

/** How a session ended, as it is stored. */
export interface StoredEnd {
  id: number;
  status: 'COMPLETE';
  finished_at: Date;
  finished_by: 'student' | 'clock' | 'restart';
  total_score: number;
  max_score: number;
  is_over_limit: boolean;
  is_ranked: boolean;
}

export interface MarkedSession extends SessionKey {
  finished_at: Date;
  finished_by: 'student' | 'clock';
  total_score: number;
  max_score: number;
  is_over_limit: boolean;
  questions: { question_id: number; outcome: number; marks: number }[];
}

/**
 * Writes ends, scores and the result of every response; a session becomes ranked when it is the student's first of its paper
 * and has no doubtful time. Returns the ends by session.
 */
export async function writeMarked({ db }: Context, marked: readonly MarkedSession[]): Promise<Map<number, StoredEnd>> {
  const rows = await inPlaces(db, marked, studentOf, (together) => writeTogether(db, together));
  return new Map(rows.map((row) => [row.id, row]));
}

async function writeTogether(db: Context['db'], marked: readonly MarkedSession[]): Promise<StoredEnd[]> {
  const students = marked.map(studentOf);
  const results = marked.flatMap(({ student_id, id, questions }) => questions.map((question) => ({ student_id, id, ...question })));
  const { rows } = await sql<StoredEnd>`
    with judged as (
      update responses r set result = m.outcome, marks = m.marks
      from unnest(${results.map(({ student_id }) => student_id)}::bigint[], ${results.map(({ id }) => id)}::bigint[],
        ${results.map(({ question_id }) => question_id)}::bigint[], ${results.map(({ outcome }) => outcome)}::smallint[],
        ${results.map(({ marks }) => marks)}::smallint[]) as m(student_id, session_id, question_id, outcome, marks)
      where r.student_id = m.student_id and r.session_id = m.session_id and r.question_id = m.question_id
        and r.student_id = any(${students}::bigint[])
    )
    update sessions s set status = 'COMPLETE', finished_at = coalesce(s.finished_at, m.finished_at), finished_by = coalesce(s.finished_by, m.finished_by),
      ended_by_clock_at = case when s.finished_at is null and m.finished_by = 'clock' then t.clock else s.ended_by_clock_at end,
      total_score = m.total_score, max_score = m.max_score, is_over_limit = m.is_over_limit,
      is_ranked = s.is_ranked or (not s.is_time_doubtful and not exists (
        select 1 from sessions o where o.student_id = s.student_id and o.student_id = any(${students}::bigint[]) and o.paper_id = s.paper_id and o.id <> s.id and o.status = 'COMPLETE'))
    from unnest(${students}::bigint[], ${marked.map(({ id }) => id)}::bigint[],
      ${marked.map(({ finished_at }) => finished_at)}::timestamptz[], ${marked.map(({ finished_by }) => finished_by)}::text[],
      ${marked.map(({ total_score }) => total_score)}::int[], ${marked.map(({ max_score }) => max_score)}::int[],
      ${marked.map(({ is_over_limit }) => is_over_limit)}::boolean[])
      as m(student_id, id, finished_at, finished_by, total_score, max_score, is_over_limit), statement_timestamp() as t(clock)
    where s.student_id = m.student_id and s.id = m.id and s.student_id = any(${students}::bigint[])
    returning s.id, s.status, s.finished_at, s.finished_by, s.total_score, s.max_score, s.is_over_limit, s.is_ranked`.execute(db);
  return rows;
}
