import { sql } from 'kysely';
import type { Context } from '../../database/transaction.ts';

export function findRating({ db }: Context, student_id: number, subject_id: number) {
  return db
    .selectFrom('student_ratings')
    .where('student_id', '=', student_id)
    .where('subject_id', '=', subject_id)
    .select('rating')
    .executeTakeFirst();
}

/** Whether another session of the student holds a settled answer to the question. */
export async function hasAnsweredBefore({ db }: Context, student_id: number, session_id: number, question_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('question_id', '=', question_id)
    .where('session_id', '!=', session_id)
    .where('result', 'in', [1, -1])
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes what one answer made of the two ratings. The student's is of the subject. */
export async function writeRatings(
  { db }: Context,
  rated: { student_id: number; question: { id: number; subject_id: number }; student_rating: number; question_rating: number },
): Promise<void> {
  await db
    .insertInto('student_ratings')
    .values({ student_id: rated.student_id, subject_id: rated.question.subject_id, rating: rated.student_rating, answered: 1 })
    .onConflict((on) =>
      on.columns(['student_id', 'subject_id']).doUpdateSet({ rating: rated.student_rating, answered: sql`student_ratings.answered + 1` }),
    )
    .execute();
  await db.updateTable('questions').set({ rating: rated.question_rating }).where('id', '=', rated.question.id).execute();
}
