import { CompiledQuery, type Selectable, sql } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../database/transaction.ts';
import type { CallContext } from '../../http/serve.ts';
import type { PaperRow } from '../papers/papers.ts';

export type SessionRow = Selectable<Tables['sessions']>;
export type ResponseRow = Selectable<Tables['responses']>;

/** The student's session of a paper: the open one, else the newest. */
export function findSessionOfPaper({ db }: Context, student_id: number, paper_id: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('paper_id', '=', paper_id)
    .selectAll()
    .orderBy(sql`status = 'IN_PROGRESS'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findLatestFinished({ db }: Context, student_id: number, paper_id: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('paper_id', '=', paper_id)
    .where('status', '=', 'COMPLETE')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface OpenedTest {
  student_id: number;
  type: string;
  name: string | null;
  course: string | null;
  is_assigned: boolean;
  paper: PaperRow | undefined;
  session: SessionRow | undefined;
  seal_key: string | null;
  responses: ResponseRow[];
}

/** A row as the database writes it in JSON: moments are text. */
type JsonOf<R> = { [K in keyof R]: R[K] extends Date ? string : R[K] extends Date | null ? string | null : R[K] };
const momentOf = (text: string | null) => (text === null ? null : new Date(text));

const openStatement = prepared(`
select u.id as student_id, u.type, u.name, u.course, to_json(p) as paper, to_json(s) as session, encode(s.seal_key, 'base64') as seal_key,
  exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = u.id) as is_assigned,
  coalesce((select json_agg(r) from responses r where r.student_id = s.student_id and r.session_id = s.id), '[]') as responses
from sign_ins i
join users u on u.id = i.user_id
left join papers p on p.id = $3::bigint
left join lateral (
  select * from sessions s where s.student_id = u.id and s.paper_id = p.id and (s.status = 'COMPLETE' or not $4::boolean)
  order by s.status = 'IN_PROGRESS' desc, s.id desc limit 1
) s on true
where i.token_hash = $1 and i.expires_at > $2::timestamptz`);

interface OpenRow {
  student_id: number;
  type: string;
  name: string | null;
  course: string | null;
  is_assigned: boolean;
  paper: JsonOf<PaperRow> | null;
  session: JsonOf<SessionRow> | null;
  seal_key: string | null;
  responses: JsonOf<ResponseRow>[];
}

/** Sign-in, paper, the student's session of it (for review the latest finished one) and its responses. Undefined without a sign-in. */
export async function openTest({ db, now, tokenHash }: CallContext, paper_id: number, isReview: boolean): Promise<OpenedTest | undefined> {
  const { rows } = await db.executeQuery<OpenRow>(CompiledQuery.raw(openStatement, [tokenHash, now.toISOString(), paper_id, isReview]));
  const [row] = rows;
  if (!row) return undefined;
  const { student_id, type, name, course, is_assigned, paper, session } = row;
  return {
    student_id,
    type,
    name,
    course,
    is_assigned,
    seal_key: row.seal_key,
    paper: paper
      ? {
          ...paper,
          opens_at: momentOf(paper.opens_at),
          closes_at: momentOf(paper.closes_at),
          results_published_at: momentOf(paper.results_published_at),
          otp_hash: null,
        }
      : undefined,
    session: session
      ? {
          ...session,
          began_at: new Date(session.began_at),
          deadline: momentOf(session.deadline),
          time_reported_at: momentOf(session.time_reported_at),
          finished_at: momentOf(session.finished_at),
          locked_at: momentOf(session.locked_at),
          seal_key: null,
        }
      : undefined,
    responses: row.responses.map((response) => ({
      ...response,
      verified_at: momentOf(response.verified_at),
      updated_at: new Date(response.updated_at),
    })),
  };
}

/** The student's open session of a paper, of which there is at most one; the later of two beginners finds the earlier one's. */
export async function findOrInsertOfPaper(
  { db, now }: Context,
  session: { student_id: number; paper_id: number; object_type: number; deadline: Date | null; seal_key: Buffer },
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({ ...session, session_type: 0, topic_id: null, chapter_id: null, began_at: now, ...unreported })
    .onConflict((on) =>
      on
        .columns(['student_id', 'paper_id'])
        .where('status', '=', 'IN_PROGRESS')
        .where('paper_id', 'is not', null)
        // A beginner that finds the session open takes it over.
        .doUpdateSet({ writer: sql`sessions.writer + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

const unreported = { time_reported_at: null, finished_at: null, finished_by: null, total_score: null, max_score: null };

/** As `findOrInsertOfPaper`, for a topic. */
export function findOrInsertOfTopic(
  { db, now }: Context,
  session: { student_id: number; topic_id: number; session_type: number },
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({ ...session, object_type: 0, paper_id: null, chapter_id: null, deadline: null, began_at: now, ...unreported })
    .onConflict((on) =>
      on
        .columns(['student_id', 'topic_id', 'session_type'])
        .where('status', '=', 'IN_PROGRESS')
        .where('topic_id', 'is not', null)
        .doUpdateSet({ writer: sql`sessions.writer + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSession({ db }: Context, student_id: number, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').where('student_id', '=', student_id).where('id', '=', id).selectAll().executeTakeFirst();
}

/** The session, held against every other change until the transaction ends. */
export function lockSession({ db }: Context, student_id: number, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').where('student_id', '=', student_id).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

/** The student's latest session of a topic, the open one first. */
export function findSessionOfTopic(
  { db }: Context,
  student_id: number,
  topic_id: number,
  session_type: number,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('topic_id', '=', topic_id)
    .where('session_type', '=', session_type)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findSessionQuestions({ db }: Context, student_id: number, session_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('session_questions')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .select('question_id')
    .orderBy('position')
    .execute();
  return rows.map(({ question_id }) => question_id);
}

export async function insertSessionQuestions(
  { db }: Context,
  student_id: number,
  session_id: number,
  question_ids: readonly number[],
): Promise<void> {
  if (question_ids.length === 0) return;
  await db
    .insertInto('session_questions')
    .values(question_ids.map((question_id, position) => ({ student_id, session_id, position, question_id })))
    .execute();
}

export function findResponses({ db }: Context, student_id: number, session_id: number): Promise<ResponseRow[]> {
  return db.selectFrom('responses').where('student_id', '=', student_id).where('session_id', '=', session_id).selectAll().execute();
}

export async function finishSession(
  { db }: Context,
  { student_id, id }: SessionRow,
  finish: Pick<SessionRow, 'finished_at' | 'finished_by' | 'total_score' | 'max_score' | 'is_over_limit'>,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ status: 'COMPLETE', ...finish })
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .execute();
}

export interface Outcome {
  question_id: number;
  result: number;
  marks: number | null;
}

/** Writes results (and marks) to the responses there are; a question without a response keeps none. */
export async function writeResults({ db }: Context, student_id: number, session_id: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update responses set result = o.result, marks = o.marks
    from unnest(${outcomes.map(({ question_id }) => question_id)}::bigint[], ${outcomes.map(({ result }) => result)}::smallint[],
      ${outcomes.map(({ marks }) => marks)}::smallint[]) as o(question_id, result, marks)
    where responses.student_id = ${student_id} and responses.session_id = ${session_id} and responses.question_id = o.question_id`.execute(
    db,
  );
}
