// Two generated papers of 90 questions that ten thousand and a million students have finished.
import { type OpenDatabase, openDatabase } from '@abhyas/server/database/open';
import { makeToken, signInKeyOf } from '@abhyas/server/http/token';
import { sql } from 'kysely';
import type { RunDatabase } from './run-database.ts';
import type { TestTaker } from './test-takers.ts';

/** The number of sessions with responses and visits; all other sessions have scores only. */
const answeredSessions = 10_000;
const readers = 400;
const finishers = 600;

export interface RankedPaper {
  paper_id: number;
  /** Students who have finished the paper, with responses, and are signed in. */
  readers: TestTaker[];
  /** Students with every question answered and an open session. */
  finishers: TestTaker[];
}

/** Adds the 90 questions of the demo's older mock as a paper without a limit of attempts. */
async function addPaper({ db }: OpenDatabase, code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into papers (code, name, test_mode_type, test_type, preset, time_kind, test_duration, is_new_neet_pattern, is_assignment, courses, is_free,
      is_test_retakable, allows_review, position)
    select ${code}, ${code}, test_mode_type, test_type, null, time_kind, test_duration, false, false, courses, true, false, true, 99
    from papers where code = 'jee-main-2022-mock' returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into paper_sections (paper_id, position, name, section, subject_id, question_type, question_count, first_position, integer, correct,
      incorrect, unattempted)
    select ${id}, position, name, section, subject_id, question_type, question_count, first_position, integer, correct, incorrect, unattempted
    from paper_sections where paper_id = (select id from papers where code = 'jee-main-2022-mock')`.execute(db);
  await sql`
    insert into paper_questions (paper_id, position, section_position, question_id)
    select ${id}, position, section_position, question_id
    from paper_questions where paper_id = (select id from papers where code = 'jee-main-2022-mock')`.execute(db);
  return id;
}

/** Adds responses to every question in these sessions, some of them right; with results and marks where `isMarked`. */
async function addResponses({ db }: OpenDatabase, paper_id: number, from: number, to: number, isMarked: boolean): Promise<void> {
  await sql`
    insert into responses (student_id, session_id, question_id, responses, rich_response, writer, version, question_time_spent, result, marks)
    select s.student_id, s.id, q.id,
      case when q.question_type = 1 or a.chance < 10 then '{}' else array[case when a.is_right then (q.accepted_answers ->> 0)::int
        else 1 + (q.accepted_answers ->> 0)::int % 4 end]::smallint[] end,
      case when q.question_type <> 1 or a.chance < 10 then null
        when a.is_right then coalesce(q.accepted_answers -> 0 ->> 'from', q.accepted_answers ->> 0) else '-987654' end,
      1, 2, 20 + a.chance * 2,
      case when not ${isMarked}::boolean then null when a.chance < 10 then 0 when a.is_right then 1 else -1 end,
      case when not ${isMarked}::boolean then null when a.chance < 10 then ps.unattempted when a.is_right then ps.correct else ps.incorrect end
    from sessions s
    join paper_questions p on p.paper_id = s.paper_id
    join paper_sections ps on ps.paper_id = p.paper_id and ps.position = p.section_position
    join questions q on q.id = p.question_id
    cross join lateral (select abs(hashint8(s.student_id * 131 + p.position)) % 100 as chance,
      abs(hashint8(s.student_id * 7919 + p.position)) % 100 < 20 + s.student_id % 61 as is_right) a
    where s.paper_id = ${paper_id} and s.student_id > ${from} and s.student_id <= ${to}`.execute(db);
  await sql`
    insert into visits (student_id, session_id, writer, number, question_id, second, seconds, answer)
    select r.student_id, r.session_id, 1, row_number() over (partition by r.student_id order by r.question_id),
      r.question_id, 100 * (row_number() over (partition by r.student_id order by r.question_id)), 60,
      coalesce(r.rich_response, array_to_string(r.responses, ','))
    from responses r join sessions s on s.student_id = r.student_id and s.id = r.session_id
    where s.paper_id = ${paper_id} and r.student_id > ${from} and r.student_id <= ${to}`.execute(db);
  await sql`
    insert into visits (student_id, session_id, writer, number, question_id, second, seconds, answer)
    select r.student_id, r.session_id, 1, 200 + row_number() over (partition by r.student_id order by r.question_id),
      r.question_id, 9100 + row_number() over (partition by r.student_id order by r.question_id), 10, '1'
    from responses r join sessions s on s.student_id = r.student_id and s.id = r.session_id
    where s.paper_id = ${paper_id} and r.student_id > ${from} and r.student_id <= ${to} and r.question_id % 7 = r.student_id % 7
      and r.rich_response is null`.execute(db);
}

/**
 * Adds the scores: summed for the sessions with responses, drawn at random for all others. Then the totals, and the number of sessions by
 * score.
 */
async function addScores({ db }: OpenDatabase, paper_id: number, from: number, answeredTo: number, to: number): Promise<void> {
  await sql`
    insert into session_scores (paper_id, subject_id, student_id, session_id, score, max_score, correct, incorrect, unattempted, is_ranked)
    select s.paper_id, ps.subject_id, s.student_id, s.id, sum(r.marks), count(*) * 4, count(*) filter (where r.result = 1),
      count(*) filter (where r.result = -1), count(*) filter (where r.result = 0), true
    from sessions s join paper_questions p on p.paper_id = s.paper_id
    join paper_sections ps on ps.paper_id = p.paper_id and ps.position = p.section_position
    join responses r on r.student_id = s.student_id and r.session_id = s.id and r.question_id = p.question_id
    where s.paper_id = ${paper_id} and s.student_id > ${from} and s.student_id <= ${answeredTo}
    group by s.paper_id, ps.subject_id, s.student_id, s.id`.execute(db);
  await sql`
    insert into session_scores (paper_id, subject_id, student_id, session_id, score, max_score, correct, incorrect, unattempted, is_ranked)
    select s.paper_id, subject.id, s.student_id, s.id, 4 * drawn.correct - drawn.incorrect, 120, drawn.correct, drawn.incorrect,
      30 - drawn.correct - drawn.incorrect, true
    from sessions s cross join (values (1), (2), (3)) as subject(id)
    cross join lateral (select (abs(hashint8(s.student_id * 31 + subject.id)) % 11 + abs(hashint8(s.student_id * 57 + subject.id)) % 10
      + s.student_id % 10)::int as correct) c
    cross join lateral (select c.correct, (abs(hashint8(s.student_id * 77 + subject.id)) % (31 - c.correct))::int as incorrect) drawn
    where s.paper_id = ${paper_id} and s.student_id > ${answeredTo} and s.student_id <= ${to}`.execute(db);
  await sql`
    insert into session_scores (paper_id, subject_id, student_id, session_id, score, max_score, correct, incorrect, unattempted, is_ranked, ties)
    select paper_id, 0, student_id, session_id, sum(score), sum(max_score), sum(correct), sum(incorrect), sum(unattempted), true,
      array_agg(-score::double precision order by subject_id)
        || array[case when sum(incorrect) = 0 then 0 when sum(correct) = 0 then 'Infinity' else sum(incorrect)::double precision / sum(correct) end]
        || array_agg(case when incorrect = 0 then 0 when correct = 0 then 'Infinity' else incorrect::double precision / correct end order by subject_id)
    from session_scores where paper_id = ${paper_id} group by paper_id, student_id, session_id`.execute(db);
  await sql`
    insert into paper_score_counts (paper_id, subject_id, score, slot, count)
    select paper_id, subject_id, score, student_id % 8, count(*) from session_scores where paper_id = ${paper_id}
    group by paper_id, subject_id, score, student_id % 8`.execute(db);
  await sql`
    update sessions s set total_score = t.score, max_score = t.max_score from session_scores t
    where t.paper_id = ${paper_id} and t.subject_id = 0 and s.student_id = t.student_id and s.id = t.session_id and s.student_id <= ${answeredTo}`.execute(
    db,
  );
}

async function addSessions({ db }: OpenDatabase, paper_id: number, from: number, to: number, isFinished: boolean): Promise<void> {
  await sql`
    insert into sessions (student_id, object_type, paper_id, began_at, status, finished_at, finished_by, is_ranked, session_time_spent)
    select id, 1, ${paper_id}, now() - interval '4 hours', case when ${isFinished}::boolean then 'COMPLETE' else 'IN_PROGRESS' end,
      case when ${isFinished}::boolean then now() - interval '1 hour' end, case when ${isFinished}::boolean then 'student' end, ${isFinished}, 9000
    from users where id > ${from} and id <= ${to}`.execute(db);
}

/** Signs in students from `first` + 1 on, whose sessions of the paper are of one kind. */
async function signIn({ db }: OpenDatabase, paper_id: number, first: number, count: number): Promise<TestTaker[]> {
  const sessions = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('student_id', '>', first)
    .where('student_id', '<=', first + count)
    .select(['student_id', 'id'])
    .execute();
  const takers = sessions.map(({ student_id, id }) => ({ student_id, session_id: id, token: makeToken(student_id) }));
  const now = new Date();
  await db
    .insertInto('sign_ins')
    .values(
      takers.flatMap(({ token }) => {
        const key = signInKeyOf(token);
        return key ? [{ ...key, created_at: now, expires_at: new Date(now.getTime() + 86_400_000) }] : [];
      }),
    )
    .execute();
  return takers;
}

/** Adds a paper that this number of students have finished, ten thousand of them with responses. */
export async function addRankedPaper(database: OpenDatabase, code: string, students: number): Promise<RankedPaper> {
  const { db } = database;
  const paper_id = await addPaper(database, code);
  const { rows } = await sql<{ first: number }>`select max(id) as first from users`.execute(db);
  const first = rows[0]?.first ?? 0;
  await sql`insert into users (name, course) select 'Student ' || n, 'ENG' from generate_series(1, ${students + finishers}::int) n`.execute(
    db,
  );
  const last = first + students;
  await addSessions(database, paper_id, first, last, true);
  await addSessions(database, paper_id, last, last + finishers, false);
  await addResponses(database, paper_id, first, first + answeredSessions, true);
  await addResponses(database, paper_id, last, last + finishers, false);
  await addScores(database, paper_id, first, first + answeredSessions, last);
  return {
    paper_id,
    readers: await signIn(database, paper_id, first, readers),
    finishers: await signIn(database, paper_id, last, finishers),
  };
}

const longestFillMs = 1_800_000;

/** Fills a database with statements that may take longer than in the product. Throws on the embedded database. */
export async function fillSlowly<T>({ url }: RunDatabase, fill: (database: OpenDatabase) => Promise<T>): Promise<T> {
  if (url === undefined) throw new Error('This measure has too many sessions for the embedded database: set DATABASE_URL.');
  const database = await openDatabase({ url, connections: 1, silenceMs: longestFillMs });
  try {
    await database.pool.query('set statement_timeout = 0');
    const filled = await fill(database);
    await database.pool.query('vacuum analyze');
    return filled;
  } finally {
    await database.close();
  }
}

async function fillBoth(database: OpenDatabase): Promise<{ million: RankedPaper; beside: RankedPaper }> {
  const begin = performance.now();
  const beside = await addRankedPaper(database, 'bench-10-thousand', 10_000);
  const million = await addRankedPaper(database, 'bench-1-million', 1_000_000);
  process.stderr.write(`The two papers took ${((performance.now() - begin) / 1000).toFixed(0)} s.\n`);
  return { million, beside };
}

let made: Promise<{ million: RankedPaper; beside: RankedPaper }> | undefined;

/** The two papers, made once per run. Throws on the embedded database. */
export const rankedPapers = (run: RunDatabase) => (made ??= fillSlowly(run, fillBoth));
