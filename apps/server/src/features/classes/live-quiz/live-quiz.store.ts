// Contents: a quiz and its questions · answers · the single statement that stores an answer
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { attends } from '../../../database/attends.ts';

export interface QuizRow {
  id: number;
  institute_id: number;
  meeting_id: number;
  number: number;
  reveals: 'at_verify' | 'after_lock';
  completed_at: Date | null;
  title: string;
}

const ofQuiz = ({ db }: Context) =>
  db
    .selectFrom('live_quizzes')
    .innerJoin('meetings', 'meetings.id', 'live_quizzes.meeting_id')
    .select([
      'live_quizzes.id',
      'live_quizzes.institute_id',
      'live_quizzes.meeting_id',
      'live_quizzes.number',
      'live_quizzes.reveals',
      'live_quizzes.completed_at',
      'meetings.title',
    ]);

export const findQuiz = (context: Context, id: number): Promise<QuizRow | undefined> =>
  ofQuiz(context).where('live_quizzes.id', '=', id).executeTakeFirst();

export const findQuizOfMeeting = (context: Context, meeting_id: number): Promise<QuizRow | undefined> =>
  ofQuiz(context).where('live_quizzes.meeting_id', '=', meeting_id).executeTakeFirst();

/** A quiz of a class that the student attends. */
export async function findAttendedQuiz({ db }: Context, institute_id: number, student_id: number, id: number) {
  const { rows } = await sql<QuizRow>`
    select q.id, q.institute_id, q.meeting_id, q.number, q.reveals, q.completed_at, m.title
    from live_quizzes q join meetings m on m.id = q.meeting_id
    where q.id = ${id} and q.institute_id = ${institute_id} and ${attends(student_id)}`.execute(db);
  return rows[0];
}

export interface QuizQuestionRow {
  id: number;
  quiz_id: number;
  position: number;
  question_id: number | null;
  question_text: string | null;
  option_1: string | null;
  option_2: string | null;
  option_3: string | null;
  option_4: string | null;
  answer: number | null;
  shown_at: Date | null;
  locks_at: Date | null;
  /** The time from which students may see the key; a later answer never counts. */
  revealed_at: Date | null;
}

/** Questions of a quiz: shown questions in the order of showing, then the others in their own order. */
export function findQuestionsOf({ db }: Context, quiz_id: number): Promise<QuizQuestionRow[]> {
  return db
    .selectFrom('live_quiz_questions')
    .where('quiz_id', '=', quiz_id)
    .selectAll()
    .orderBy((is) => is.fn.coalesce('shown_at', sql<Date>`'infinity'`))
    .orderBy('position')
    .execute();
}

export interface AnswerRow {
  quiz_question_id: number;
  selected_option: number;
  result: -1 | 1;
  duration: number;
  is_late: boolean;
  accepted_at: Date | null;
  /** Whether the answer arrived when the key could already be seen. */
  is_after_key: boolean;
}

/** The time at which the key of an answer's question becomes visible: its reveal or the end of its quiz, whichever is earlier. */
export const keyTime = sql`(select least(qq.revealed_at, q.completed_at) from live_quiz_questions qq join live_quizzes q on q.id = qq.quiz_id
  where qq.id = live_quiz_answers.quiz_question_id)`;

const ofStudent = ({ db }: Context, student_id: number) =>
  db
    .selectFrom('live_quiz_answers')
    .where('student_id', '=', student_id)
    .select(['quiz_question_id', 'selected_option', 'result', 'duration', 'is_late', 'accepted_at'])
    .select(sql<boolean>`coalesce(answered_at >= ${keyTime}, false)`.as('is_after_key'));

export const findAnswers = (context: Context, student_id: number, quiz_id: number): Promise<AnswerRow[]> =>
  ofStudent(context, student_id).where('quiz_id', '=', quiz_id).execute();

export const findAnswer = (context: Context, student_id: number, quiz_question_id: number): Promise<AnswerRow | undefined> =>
  ofStudent(context, student_id).where('quiz_question_id', '=', quiz_question_id).executeTakeFirst();

interface NewAnswer {
  student_id: number;
  institute_id: number;
  quiz_id: number;
  question_id: number;
  selected_option: number;
  /** Milliseconds after the lock in which an answer still counts. */
  grace: number;
  /** When the device recorded the answer, if it waited for a connection. */
  waited_since: Date | null;
}

/** The answered question, its number among the shown questions, and when its quiz reveals keys. */
export interface AskedRow extends QuizQuestionRow {
  place: number;
  reveals: QuizRow['reveals'];
  completed_at: Date | null;
  /** The new answer; null if it was too late, or the student has an earlier one. */
  kept: AnswerRow | null;
}

/**
 * Stores an answer in one statement, since a whole class answers together. It checks the membership, that the question is shown and not
 * locked, and that this is the student's first answer, and marks it late once the key can be seen. Undefined without such a question.
 */
export async function insertAnswer({ db, now }: Context, answer: NewAnswer): Promise<AskedRow | undefined> {
  const { student_id, grace, waited_since } = answer;
  const { rows } = await sql<AskedRow>`
    with asked as (
      select qq.*, q.reveals, q.completed_at,
        (select count(*) from live_quiz_questions o where o.quiz_id = q.id and (o.shown_at, o.position) < (qq.shown_at, qq.position)) as place,
        case when coalesce(to_jsonb(qq.answer) = to_jsonb(${answer.selected_option}::int), false)
          or coalesce(b.accepted_answers @> jsonb_build_array(${answer.selected_option}::int), false) then 1 else -1 end as result,
        qq.locks_at is null or ${now} <= qq.locks_at + ${grace} * interval '1 millisecond' as is_open,
        coalesce(${waited_since}::timestamptz between qq.shown_at and qq.locks_at
          and ${now} <= qq.locks_at + interval '1 day', false) as has_waited,
        coalesce(${now}::timestamptz >= least(qq.revealed_at, q.completed_at), false) as is_after_key
      from live_quiz_questions qq
      join live_quizzes q on q.id = qq.quiz_id
      join meetings m on m.id = q.meeting_id
      left join questions b on b.id = qq.question_id
      where qq.id = ${answer.question_id} and q.id = ${answer.quiz_id} and q.institute_id = ${answer.institute_id}
        and qq.shown_at <= ${now} and ${attends(student_id)}
    ), kept as (
      insert into live_quiz_answers (student_id, quiz_question_id, quiz_id, selected_option, result, duration, answered_at, is_late)
      select ${student_id}, id, quiz_id, ${answer.selected_option}, result,
        greatest(0, extract(epoch from coalesce(${waited_since}::timestamptz, ${now}) - shown_at))::int, ${now}, is_after_key or not is_open
      from asked where is_open or has_waited
      on conflict do nothing
      returning quiz_question_id, selected_option, result, duration, is_late, accepted_at
    )
    select asked.*, to_jsonb(kept) || jsonb_build_object('is_after_key', is_after_key) as kept from asked left join kept on true`.execute(
    db,
  );
  return rows[0];
}
