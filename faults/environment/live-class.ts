import type { OpenDatabase } from '@abhyas/server/database/open';
import type { StoredQuiz } from '../ledger/class-verdict.ts';
import type { Chance } from '../plan/chance.ts';
import { addDemo, addStudents, signInPeople, type TestTaker } from './test-takers.ts';

export interface LiveClass {
  meeting: number;
  teacher: TestTaker;
  students: TestTaker[];
}

/** Fills a new database with the demo and a live class of its institute, with students and the questions of a quiz. */
export async function addLiveClass(database: OpenDatabase, students: number, questions: number, chance: Chance): Promise<LiveClass> {
  await addDemo(database, chance);
  const { pool } = database;
  const members = await addStudents(database, students);
  const { rows } = await pool.query<{ meeting: number; institute: number; teacher: number }>(
    `with class as (
       insert into meetings (institute_id, subject_id, teacher_id, title, starts_at, duration_seconds, status, started_at, provider, created_at)
       select institute_id, subject_id, teacher_id, 'Fault run', now(), 28800, 'LIVE', now(), 'room', now()
       from meetings where status = 'LIVE' limit 1 returning id, institute_id, teacher_id),
     room as (insert into classrooms (institute_id, name, created_at) select institute_id, 'Fault run', now() from class returning id),
     joined as (
       insert into classroom_members (classroom_id, user_id, role, joined_at)
       select room.id, u, 'student', now() - interval '1 day' from room, unnest($1::bigint[]) u),
     held as (insert into meeting_classrooms (meeting_id, classroom_id) select class.id, room.id from class, room),
     quiz as (insert into live_quizzes (institute_id, meeting_id, created_at) select institute_id, id, now() from class returning id),
     asked as (
       insert into live_quiz_questions (quiz_id, position, question_text, option_1, option_2, option_3, option_4, answer)
       select quiz.id, n, 'Question ' || n, 'A', 'B', 'C', 'D', 1 + n % 4 from quiz, generate_series(1, $2::int) n)
     select id as meeting, institute_id as institute, teacher_id as teacher from class`,
    [members.map(({ id }) => id), questions],
  );
  const [made] = rows;
  if (!made) throw new Error('The demo has no live class.');
  const [teacher] = await signInPeople(database, [made.teacher]);
  if (!teacher) throw new Error('The teacher is not signed in.');
  return { meeting: made.meeting, teacher, students: members };
}

/** The quiz as the database stores it. */
export async function findQuiz({ pool }: OpenDatabase, meeting: number): Promise<StoredQuiz> {
  const quiz = await pool.query<{ id: number; number: number; is_complete: boolean }>(
    'select id, number, completed_at is not null as is_complete from live_quizzes where meeting_id = $1',
    [meeting],
  );
  const [found] = quiz.rows;
  if (!found) throw new Error('The quiz was not found.');
  const questions = await pool.query<{ id: number; locks_at: Date | null }>(
    'select id, locks_at from live_quiz_questions where quiz_id = $1 and shown_at is not null order by shown_at, position',
    [found.id],
  );
  const answers = await pool.query<StoredQuiz['answers'][number]>(
    `select student_id as student, quiz_question_id as question, selected_option as option, is_late as "isLate", answered_at as "answeredAt"
     from live_quiz_answers where quiz_id = $1`,
    [found.id],
  );
  return {
    number: found.number,
    isComplete: found.is_complete,
    questions: questions.rows.map(({ id, locks_at }) => ({ id, locksAt: locks_at })),
    answers: answers.rows,
  };
}
