import type { OpenDatabase } from '@abhyas/server/database/open';
import { makeToken, signInKeyOf } from '@abhyas/server/http/token';
import { sql } from 'kysely';

export interface PaperQuestion {
  id: number;
  question_type: number;
}

/** A student with a token and, unless the test is still to begin, an open session of the paper. */
export interface TestTaker {
  student_id: number;
  token: string;
  /** 0 before the test is begun. */
  session_id: number;
}

/** The students of a run; each takes part in one measure only. */
export interface TestTakers {
  paper_id: number;
  questions: PaperQuestion[];
  /** Students who upload over HTTP. */
  uploading: TestTaker[];
  /** Students whose responses are written directly to the database. */
  writing: TestTaker[];
  /** Students with a begun session and no answer. */
  fresh: TestTaker[];
  /** Students with a begun session and every question answered. */
  resumed: TestTaker[];
  /** Students who have not begun. */
  waiting: TestTaker[];
}

const paperCode = 'jee-main-mock-1';
const testTakerCounts = { uploading: 400, writing: 400, fresh: 400, resumed: 200, waiting: 60 } as const;
const testObject = 1;
const day = 86_400_000;
const firstPhone = 6_000_000_000;
const mostStudents = 99_999_999;

/** Adds signed-in students. */
export async function addStudents({ db }: OpenDatabase, count: number, now: Date): Promise<TestTaker[]> {
  const { last } = await db
    .selectFrom('users')
    .where('phone', '>=', String(firstPhone))
    .where('phone', '<=', String(firstPhone + mostStudents))
    .select(({ fn }) => fn.max('phone').as('last'))
    .executeTakeFirstOrThrow();
  const first = Number(last ?? firstPhone) + 1;
  const users = await db
    .insertInto('users')
    .values(Array.from({ length: count }, (_, at) => ({ phone: String(first + at), name: 'Bench', course: 'ENG' as const })))
    .returning('id')
    .execute();
  const testTakers = users.map(({ id }) => ({ token: makeToken(id), student_id: id, session_id: 0 }));
  const expires_at = new Date(now.getTime() + day);
  await db
    .insertInto('sign_ins')
    .values(
      testTakers.flatMap(({ token }) => {
        const key = signInKeyOf(token);
        return key ? [{ ...key, created_at: now, expires_at }] : [];
      }),
    )
    .execute();
  return testTakers;
}

/** Begins the paper for each student, with a deadline if one is given. */
export async function beginSessions(
  { db }: OpenDatabase,
  testTakers: readonly TestTaker[],
  paper_id: number,
  { beganAt, deadline = null }: { beganAt: Date; deadline?: Date | null },
): Promise<TestTaker[]> {
  const { rows } = await sql<{ student_id: number; id: number }>`
    insert into sessions (student_id, object_type, paper_id, began_at, deadline)
    select student_id, ${testObject}, ${paper_id}, ${beganAt}, ${deadline}
    from unnest(${testTakers.map(({ student_id }) => student_id)}::bigint[]) as t(student_id)
    returning student_id, id`.execute(db);
  const idByStudent = new Map(rows.map(({ student_id, id }) => [student_id, id]));
  return testTakers.map((testTaker) => ({ ...testTaker, session_id: idByStudent.get(testTaker.student_id) ?? 0 }));
}

const sessionsAtOnce = 500;

/** Answers this many of every five questions, differently for each student, and some of them correctly. */
export async function answerQuestions(
  { db }: OpenDatabase,
  testTakers: readonly TestTaker[],
  paper_id: number,
  ofFive: 4 | 5,
): Promise<void> {
  for (let first = 0; first < testTakers.length; first += sessionsAtOnce) {
    const sessions = testTakers.slice(first, first + sessionsAtOnce).map(({ session_id }) => session_id);
    await sql`
      insert into responses (student_id, session_id, question_id, responses, rich_response, writer, version, question_time_spent)
      select s.student_id, s.id, q.id,
        case when q.question_type = 1 then '{}' else array[1 + (s.student_id * 7 + p.position * 3) % 4]::smallint[] end,
        case when q.question_type <> 1 then null when (s.student_id + p.position) % 3 = 0 then
          coalesce(q.accepted_answers -> 0 ->> 'from', q.accepted_answers ->> 0) else '42' end, 1, 2, 95
      from sessions s join paper_questions p on p.paper_id = ${paper_id} join questions q on q.id = p.question_id
      where s.id = any(${sessions}::bigint[]) and (s.student_id + p.position) % 5 < ${ofFive}`.execute(db);
  }
}

/** The paper of the measures. */
export async function findPaper({ db }: OpenDatabase): Promise<{ paper_id: number; questions: PaperQuestion[] }> {
  const { id: paper_id } = await db.selectFrom('papers').where('code', '=', paperCode).select('id').executeTakeFirstOrThrow();
  const questions = await db
    .selectFrom('paper_questions')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .where('paper_id', '=', paper_id)
    .orderBy('paper_questions.position')
    .select(['questions.id', 'questions.question_type'])
    .execute();
  return { paper_id, questions };
}

/** Fills a database that has the demo's content with students at its JEE Main mock. */
export async function addTestTakers(database: OpenDatabase): Promise<TestTakers> {
  const now = new Date();
  const { paper_id, questions } = await findPaper(database);
  const begun = async (count: number) => beginSessions(database, await addStudents(database, count, now), paper_id, { beganAt: now });
  const resumed = await begun(testTakerCounts.resumed);
  await answerQuestions(database, resumed, paper_id, 5);
  const testTakers: TestTakers = {
    paper_id,
    questions,
    uploading: await begun(testTakerCounts.uploading),
    writing: await begun(testTakerCounts.writing),
    fresh: await begun(testTakerCounts.fresh),
    resumed,
    waiting: await addStudents(database, testTakerCounts.waiting, now),
  };
  // A database in use has planner statistics.
  await database.pool.query('analyze');
  return testTakers;
}
