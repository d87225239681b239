import { type OnConflictBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import { isSpread } from '../../../database/scale/spread-database.ts';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Context } from '../../../context.ts';

/** A session, without the columns that only revision, the mistake book and the statements of uploads and ends use. */
export type SessionRow = Omit<
  Selectable<Tables['sessions']>,
  'is_in_mistake_book' | 'unclaimed_seconds' | 'is_time_doubtful' | 'ended_by_clock_at' | 'source'
>;
export type ResponseRow = Selectable<Tables['responses']>;

/** All columns of `SessionRow`. They are named wherever sessions are read, so that a new column invalidates no prepared statement. */
export const sessionColumns = [
  'student_id',
  'id',
  'object_type',
  'session_type',
  'topic_id',
  'chapter_id',
  'paper_id',
  'status',
  'began_at',
  'deadline',
  'session_time_spent',
  'time_reported_at',
  'writer',
  'current_index',
  'finished_at',
  'finished_by',
  'total_score',
  'max_score',
  'is_over_limit',
  'locked_at',
  'is_ranked',
  'seal_key',
  'is_exam_exact',
] as const satisfies readonly (keyof Tables['sessions'])[];

/** The student's session of a paper: the open one, otherwise the newest. */
export function findSessionOfPaper({ db }: Context, student_id: number, paper_id: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('paper_id', '=', paper_id)
    .select(sessionColumns)
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
    .where('status', '=', sql.lit('COMPLETE'))
    .select(sessionColumns)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The update when a new writer opens a session: the time since the previous writer's last report does not count. In a self-paced test whose
 * time is used up it does count, so that no opening lengthens the grace period.
 */
const byNextWriter = (now: RawBuilder<unknown>, test_duration: number | null) => ({
  writer: sql<number>`sessions.writer + 1`,
  unclaimed_seconds: sql<number>`0`,
  time_reported_at: sql<Date | null>`case when sessions.deadline is not null
    ${sql.raw(test_duration === null ? '' : `or sessions.session_time_spent >= ${Number(test_duration)}`)}
    then sessions.time_reported_at else greatest(sessions.time_reported_at, ${now}) end`,
});

/** The time of an insertion; a spread database refuses parameters in the update of a row that exists already. */
const timeOfInsertion = sql`excluded.began_at`;

/** Whether the student has finished an earlier attempt at the paper. */
export async function isRetake({ db }: Context, { student_id, id, paper_id }: SessionRow): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('COMPLETE'))
    .where('id', '<', id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the session, of a paper with this duration or of none, a new writer number. Undefined if the session is no longer open. */
export function takeOver(
  { db, now }: Context,
  { student_id, id }: SessionRow,
  test_duration: number | null,
): Promise<SessionRow | undefined> {
  return db
    .updateTable('sessions')
    .set(byNextWriter(sql`${now}::timestamptz`, test_duration))
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .returning(sessionColumns)
    .executeTakeFirst();
}

type NewOfPaper = Pick<SessionRow, 'student_id' | 'object_type' | 'deadline' | 'is_exam_exact'> & { paper_id: number; seal_key: Buffer };

const columnsOfNew = [
  'student_id',
  'paper_id',
  'object_type',
  'session_type',
  'is_exam_exact',
  'seal_key',
  'began_at',
  'deadline',
] as const;

/** The row of the student's assignment, locked against a simultaneous extension. */
const findGiven = (db: Database, { student_id, paper_id }: NewOfPaper) =>
  db
    .selectFrom('paper_assignments')
    .where('paper_id', '=', paper_id)
    .where('student_id', '=', student_id)
    .select('extension_seconds')
    .forShare();

/**
 * The student's open session of a paper, which is found or inserted. If two devices begin at once, the later one finds the session of the
 * earlier one. The extra time lengthens `deadline`. The row of the assignment is locked, so that a simultaneous extension is not lost.
 */
export async function findOrInsertOfPaper(context: Context, test_duration: number, session: NewOfPaper): Promise<SessionRow> {
  if (isSpread(context.db)) return insertSpread(context, test_duration, session);
  const { db, now } = context;
  return db
    .with('given', () => findGiven(db, session))
    .insertInto('sessions')
    .columns(columnsOfNew)
    .expression((from) =>
      from.selectFrom('given').select([
        sql<number>`${session.student_id}::bigint`.as('student_id'),
        sql<number>`${session.paper_id}::bigint`.as('paper_id'),
        sql<number>`${session.object_type}::smallint`.as('object_type'),
        sql<number>`0`.as('session_type'),
        sql<boolean>`${session.is_exam_exact}::boolean`.as('is_exam_exact'),
        sql<Buffer>`${session.seal_key}::bytea`.as('seal_key'),
        sql<Date>`${now}::timestamptz`.as('began_at'),
        // As an aggregate, so that there is one row without an assignment too.
        sql<Date | null>`${session.deadline}::timestamptz + make_interval(secs => coalesce(max(given.extension_seconds), 0))`.as(
          'deadline',
        ),
      ]),
    )
    .onConflict(takenOver(test_duration))
    .returning(sessionColumns)
    .executeTakeFirstOrThrow();
}

/** If an open session exists, the beginning device takes it over. */
const takenOver = (test_duration: number) => (on: OnConflictBuilder<Tables, 'sessions'>) =>
  on
    .columns(['student_id', 'paper_id'])
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .where('paper_id', 'is not', null)
    .doUpdateSet(byNextWriter(timeOfInsertion, test_duration));

/**
 * The coordinator counts the id of inserted values; that of a selected row is counted on the student's machine, in the range of that
 * machine, so that an attempt after a move of the student could get a lower id than an earlier one.
 */
const insertSpread = (context: Context, test_duration: number, { deadline, ...session }: NewOfPaper): Promise<SessionRow> =>
  inTransaction(context, async ({ db, now }) => {
    const given = await findGiven(db, { deadline, ...session }).executeTakeFirst();
    return db
      .insertInto('sessions')
      .values({
        ...session,
        session_type: 0,
        began_at: now,
        deadline: deadline && new Date(deadline.getTime() + (given?.extension_seconds ?? 0) * 1000),
        ...unreported,
      })
      .onConflict(takenOver(test_duration))
      .returning(sessionColumns)
      .executeTakeFirstOrThrow();
  });

const unreported = { time_reported_at: null, finished_at: null, finished_by: null, total_score: null, max_score: null };

/** Like `findOrInsertOfPaper`, for a topic. */
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
        .where('status', '=', sql.lit('IN_PROGRESS'))
        .where('topic_id', 'is not', null)
        .doUpdateSet(byNextWriter(timeOfInsertion, null)),
    )
    .returning(sessionColumns)
    .executeTakeFirstOrThrow();
}

/** The object of a revise session: a chapter, or (null) the student's whole mistake book. */
export interface ReviseObject {
  student_id: number;
  object_type: number;
  session_type: number;
  chapter_id: number | null;
  /** The source of the questions; missed questions when absent. */
  source?: string;
}

/** Like `findOrInsertOfPaper`, for a revise session. */
export function findOrInsertToRevise({ db, now }: Context, session: ReviseObject): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({ ...session, topic_id: null, paper_id: null, deadline: null, began_at: now, ...unreported })
    .onConflict((on) =>
      (session.chapter_id === null
        ? on.columns(['student_id', 'source']).where('object_type', '=', sql.lit(2))
        : on.columns(['student_id', 'chapter_id', 'object_type', 'session_type', 'source']).where('chapter_id', 'is not', null)
      )
        .where('status', '=', sql.lit('IN_PROGRESS'))
        .doUpdateSet(byNextWriter(timeOfInsertion, null)),
    )
    .returning(sessionColumns)
    .executeTakeFirstOrThrow();
}

/** The previous session of the same object and types. */
export function findSessionBefore({ db }: Context, { student_id, id, ...of }: SessionRow): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('object_type', '=', of.object_type)
    .where('session_type', '=', of.session_type)
    .where('topic_id', 'is not distinct from', of.topic_id)
    .where('chapter_id', 'is not distinct from', of.chapter_id)
    .where('paper_id', 'is not distinct from', of.paper_id)
    .where('id', '<', id)
    .select(sessionColumns)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Marks every answer of the session as verified, except where the solution was opened. */
export async function verifyAnswered({ db, now }: Context, { student_id, id }: SessionRow): Promise<void> {
  await db
    .updateTable('responses')
    .set({ verified: true, verified_at: now })
    .where('student_id', '=', student_id)
    .where('session_id', '=', id)
    .where('verified', '=', false)
    .where('solution_request_time', 'is', null)
    .where(sql<boolean>`(responses <> '{}' or rich_response is not null)`)
    .execute();
}

/** The student's latest session of these types for a chapter or the mistake book; among several sources, the one that was finished last. */
export function findSessionToRevise({ db }: Context, { student_id, object_type, session_type, chapter_id }: ReviseObject) {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('object_type', '=', object_type)
    .where('session_type', '=', session_type)
    .where('chapter_id', 'is not distinct from', chapter_id)
    .select(sessionColumns)
    .orderBy(sql`case when session_type = 1 then finished_at end`, (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findSession({ db }: Context, student_id: number, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').where('student_id', '=', student_id).where('id', '=', id).select(sessionColumns).executeTakeFirst();
}

/** The session, locked until the transaction ends. */
export function lockSession({ db }: Context, student_id: number, id: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .select(sessionColumns)
    .forUpdate()
    .executeTakeFirst();
}

/** The student's session of a topic: the open one, otherwise the latest. */
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
    .select(sessionColumns)
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

/** The questions of all sessions of these topics that the student has begun or kept, each with the topic of its session. */
export async function findQuestionsOfTopics({ db }: Context, student_id: number, topic_ids: readonly number[]) {
  const { rows } = await sql<{ topic_id: number; question_id: number }>`
    select distinct s.topic_id, sq.question_id from sessions s
    join session_questions sq on sq.student_id = s.student_id and sq.session_id = s.id
    where s.student_id = ${student_id} and sq.student_id = ${student_id} and s.topic_id = any(${topic_ids}::bigint[])
    order by s.topic_id, sq.question_id`.execute(db);
  return rows;
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

/** All columns of `ResponseRow`, named for the same reason as those of sessions. */
const responseColumns = [
  'student_id',
  'session_id',
  'question_id',
  'id',
  'responses',
  'rich_response',
  'is_marked',
  'is_visited',
  'verified',
  'verified_at',
  'result',
  'marks',
  'writer',
  'version',
  'question_time_spent',
  'solution_request_time',
  'updated_at',
] as const satisfies readonly (keyof ResponseRow)[];

export function findResponses({ db }: Context, student_id: number, session_id: number): Promise<ResponseRow[]> {
  return db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .select(responseColumns)
    .execute();
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

/** Writes results (and marks) to existing responses; a question without a response gets none. */
export async function writeResults({ db }: Context, student_id: number, session_id: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update responses set result = o.result, marks = o.marks
    from unnest(${outcomes.map(({ question_id }) => question_id)}::bigint[], ${outcomes.map(({ result }) => result)}::smallint[],
      ${outcomes.map(({ marks }) => marks)}::smallint[]) as o(question_id, result, marks)
    where responses.student_id = ${student_id} and responses.session_id = ${session_id} and responses.question_id = o.question_id`.execute(
    db,
  );
}

/** The id of the institute's paper that the student is taking now by the wall clock; null if there is none. */
export async function findPendingTest({ db, now }: Context, student_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('papers', 'papers.id', 'sessions.paper_id')
    .where('sessions.student_id', '=', student_id)
    .where('sessions.status', '=', 'IN_PROGRESS')
    .where('sessions.deadline', '>', now)
    .where('papers.institute_id', 'is not', null)
    .where('papers.is_assignment', '=', false)
    .select('papers.id')
    .orderBy('sessions.began_at', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
