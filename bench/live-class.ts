import type { OpenDatabase } from '@abhyas/server/database/open';
import { addClassroom, addInstitute } from './institute.ts';
import type { TestTaker } from './test-takers.ts';

export interface LiveClass {
  institute_id: number;
  meeting_id: number;
  quiz_id: number;
  question_ids: number[];
  teacher: TestTaker;
  students: TestTaker[];
}

/** A question of this many characters makes a message of 2 kB. */
const questionLength = 1100;

/** A question that the teacher typed. */
export const typedQuestion = {
  question_text: 'A ball is thrown. '.repeat(questionLength).slice(0, questionLength),
  option_1: 'One',
  option_2: 'Two',
  option_3: 'Three',
  option_4: 'Four',
  answer: 2,
};

/** Ids of a number of four-option questions of the bank. */
export async function bankQuestions({ pool }: OpenDatabase, count: number): Promise<{ question_id: number }[]> {
  const { rows } = await pool.query<{ question_id: number }>(
    'select id as question_id from questions where is_for_practice and question_type = 0 order by id limit $1',
    [count],
  );
  return rows;
}

/** Adds a live class with this number of students and a quiz whose questions are all open. */
export async function addLiveClass(
  database: OpenDatabase,
  code: string,
  students: number,
  questions: readonly (typeof typedQuestion | { question_id: number })[],
): Promise<LiveClass> {
  const { db, pool } = database;
  const now = new Date();
  const institute = await addInstitute(database, code, students);
  const institute_id = institute.id;
  const classroom_id = await addClassroom(database, institute_id, 'Batch 1', institute.students);
  const [teacher] = institute.teachers;
  if (!teacher) throw new Error('The institute has no teacher');
  const subject = await db
    .insertInto('institute_subjects')
    .values({ institute_id, name: 'Physics' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: meeting_id } = await db
    .insertInto('meetings')
    .values({
      institute_id,
      subject_id: subject.id,
      teacher_id: teacher.student_id,
      title: 'Live',
      starts_at: now,
      duration_seconds: 7200,
      status: 'LIVE',
      started_at: now,
      provider: 'room',
      board: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id, classroom_id }).execute();
  const { id: quiz_id } = await db
    .insertInto('live_quizzes')
    .values({ institute_id, meeting_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto('live_quiz_questions')
    .values(questions.map((question, position) => ({ quiz_id, position, shown_at: now, ...question })))
    .returning('id')
    .execute();
  await pool.query('vacuum analyze');
  return { institute_id, meeting_id, quiz_id, question_ids: made.map(({ id }) => id), teacher, students: institute.students };
}
