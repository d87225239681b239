// A generated bank of 100,000 questions, and students with little and with much practice.
import { rebuildFigures } from '@abhyas/server/features/bank/chapters/chapters';
import { rebuildProgress } from '@abhyas/server/features/practice/progress/progress';
import type { OpenDatabase } from '@abhyas/server/database/open';
import { addStudents, type TestTaker } from './test-takers.ts';

const questions = 100_000;
const answersOfSession = 10;
/** Several students share the calls, so that none reaches a call limit. */
const studentsOfKind = 8;
export const manyResponses = 50_000;
export const fewResponses = 500;

/** Adds practice questions to all topics of Maths, Physics and Chemistry. */
async function addQuestions({ pool }: OpenDatabase): Promise<void> {
  await pool.query(
    `with topic as (
       select t.id, row_number() over (order by t.id) - 1 as place from topics t join chapters c on c.id = t.chapter_id where c.subject_id <= 3
     )
     insert into questions (code, topic_id, question_type, complexity, question_text, option_1, option_2, option_3, option_4, accepted_answers,
       is_for_practice, rating, solution_text)
     select 'bench-lists-' || n, topic.id, 0, 1 + n % 5, 'Question ' || n || ': ' || repeat('a body moves with the speed ', 6), 'One', 'Two', 'Three',
       'Four', '[1]', true, 1200 + n % 600, repeat('The explanation. ', 20)
     from generate_series(0, $1::int - 1) n join topic on topic.place = n % (select count(*) from topic)`,
    [questions],
  );
}

/** Adds sessions of ten answers each over the last 700 days, with a third of the answers wrong and no question repeated. */
async function addPractice({ pool }: OpenDatabase, students: readonly TestTaker[], responses: number): Promise<void> {
  const ids = students.map(({ student_id }) => student_id);
  await pool.query(
    `with topic as (
       select t.id, row_number() over (order by t.id) - 1 as place from topics t join chapters c on c.id = t.chapter_id where c.subject_id <= 3
     ), asked as (
       select id, topic_id, row_number() over (partition by topic_id order by id) - 1 as place from questions where code like 'bench-lists-%'
     ), planned as (
       select student_id, n, topic.id as topic_id, n / (select count(*) from topic) as round,
         now() - interval '700 days' * (1 - n::float8 / $2::int) as began_at
       from unnest($1::bigint[]) as student_id, generate_series(0, $2::int - 1) n join topic on topic.place = n % (select count(*) from topic)
     ), sat as (
       insert into sessions (student_id, object_type, session_type, topic_id, status, began_at, finished_at, finished_by, session_time_spent)
       select student_id, 0, 0, topic_id, 'COMPLETE', began_at, began_at + interval '10 minutes', 'student', 600 from planned
       returning student_id, id, topic_id, began_at
     )
     insert into responses (student_id, session_id, question_id, responses, verified, verified_at, result, writer, version, question_time_spent)
     select sat.student_id, sat.id, asked.id, array[case when (asked.id + sat.student_id) % 3 = 0 then 2 else 1 end]::smallint[], true,
       sat.began_at + asked.place % $3::int * interval '1 minute', case when (asked.id + sat.student_id) % 3 = 0 then -1 else 1 end, 1, 1,
       20 + asked.id % 90
     from sat join planned on planned.student_id = sat.student_id and planned.began_at = sat.began_at
     join asked on asked.topic_id = sat.topic_id and asked.place / $3::int = planned.round`,
    [ids, responses / answersOfSession, answersOfSession],
  );
  await pool.query(
    `insert into mistakes (student_id, question_id, kind, missed_at, times_missed, session_id, due_at, stability, difficulty, reps, lapses, state,
       scheduled_days, last_review_at, right_days, last_right_day, is_fixed, topic_id, seconds)
     select student_id, question_id, (array['incorrect', 'rushed', 'late_skip', 'solution_seen'])[1 + question_id % 4], verified_at, 1, session_id,
       now() + (question_id % 60 - 20) * interval '1 day', 2, 5, 2, 0, 2, 3, verified_at, question_id % 2, null, question_id % 5 < 3,
       topic_id, question_time_spent
     from responses join questions on questions.id = question_id where student_id = any($1::bigint[]) and result = -1`,
    [ids],
  );
  await pool.query(
    `insert into bookmarks (student_id, question_id, tag, bookmarked_at, topic_id)
     select student_id, question_id, case when question_id % 4 = 0 then 'Doubts' else 'Revise' end, verified_at, topic_id
     from responses join questions on questions.id = question_id where student_id = any($1::bigint[]) and question_id % 25 = 0`,
    [ids],
  );
  await pool.query(
    `insert into student_ratings (student_id, subject_id, rating, answered)
     select student_id, subject_id, 1400, $2 from unnest($1::bigint[]) as student_id, generate_series(1, 3) subject_id`,
    [ids, Math.floor(responses / 3)],
  );
}

export interface PractisedStudents {
  many: TestTaker[];
  few: TestTaker[];
  chapters: number[];
}

/** Fills a database; one statement may take longer here than in the product. */
export async function addPractisedStudents(database: OpenDatabase): Promise<PractisedStudents> {
  const now = new Date();
  await addQuestions(database);
  const many = await addStudents(database, studentsOfKind, now);
  const few = await addStudents(database, studentsOfKind, now);
  await addPractice(database, many, manyResponses);
  await addPractice(database, few, fewResponses);
  const context = { db: database.db, now, random: Math.random };
  await rebuildFigures(context);
  await rebuildProgress(context);
  const { rows } = await database.pool.query<{ id: number }>('select id from chapters where subject_id <= 3 order by id');
  return { many, few, chapters: rows.map(({ id }) => id) };
}
