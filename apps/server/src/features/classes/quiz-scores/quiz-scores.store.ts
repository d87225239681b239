import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface ScoreRow {
  subject_code: string | null;
  subject_name: string;
  total_attempted: number;
  correct: number;
}

/** The questions of the bank that the student has answered in quizzes of an institute. */
export async function findAnswered({ db }: Context, institute_id: number, student_id: number): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    select distinct l.question_id from live_quiz_answers a join live_quiz_questions l on l.id = a.quiz_question_id
    join live_quizzes q on q.id = a.quiz_id
    where a.student_id = ${student_id} and q.institute_id = ${institute_id} and l.question_id is not null`.execute(db);
  return rows.map(({ question_id }) => question_id);
}

/** A student's counted answers (in time or accepted) to quizzes of an institute, by subject, without those to the hidden questions. */
export async function findScores(
  { db }: Context,
  institute_id: number,
  student_id: number,
  hidden: ReadonlySet<number>,
): Promise<ScoreRow[]> {
  const { rows } = await sql<ScoreRow>`
    select s.code as subject_code, s.name as subject_name, count(*)::int as total_attempted,
      (count(*) filter (where a.result = 1))::int as correct
    from live_quiz_answers a join live_quizzes q on q.id = a.quiz_id join meetings m on m.id = q.meeting_id
    join institute_subjects s on s.id = m.subject_id join live_quiz_questions l on l.id = a.quiz_question_id
    where a.student_id = ${student_id} and q.institute_id = ${institute_id} and (not a.is_late or a.accepted_at is not null)
      and (q.reveals = 'at_verify' or q.completed_at is not null)
      and (l.question_id is null or l.question_id <> all(${[...hidden]}::bigint[]))
    group by s.id order by s.position, s.name`.execute(db);
  return rows;
}
