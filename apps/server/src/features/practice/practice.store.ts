import { sql } from 'kysely';
import type { Context } from '../../context.ts';

export function findRating({ db }: Context, student_id: number, subject_id: number) {
  return db
    .selectFrom('student_ratings')
    .where('student_id', '=', student_id)
    .where('subject_id', '=', subject_id)
    .select('rating')
    .executeTakeFirst();
}

/** The rating of a question where practice has moved it. */
export function findQuestionRating({ db }: Context, question_id: number) {
  return db.selectFrom('question_ratings').where('question_id', '=', question_id).select('rating').executeTakeFirst();
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

/**
 * Moves the two ratings by what one answer made of them, from wherever they stand by now: of answers given at once, each takes its step. The
 * student's is of the subject, and begins at `start`; the question's begins at what it was given.
 */
export async function moveRatings(
  { db }: Context,
  { student_id, question }: { student_id: number; question: { id: number; subject_id: number; rating: number } },
  { start, student_step, question_step }: { start: number; student_step: number; question_step: number },
): Promise<void> {
  await db
    .insertInto('student_ratings')
    .values({ student_id, subject_id: question.subject_id, rating: start + student_step, answered: 1 })
    .onConflict((on) =>
      on.columns(['student_id', 'subject_id']).doUpdateSet({
        rating: sql`student_ratings.rating + ${student_step}::real`,
        answered: sql`student_ratings.answered + 1`,
      }),
    )
    .execute();
  await db
    .insertInto('question_ratings')
    .values({ question_id: question.id, rating: question.rating + question_step })
    .onConflict((on) => on.column('question_id').doUpdateSet({ rating: sql`question_ratings.rating + ${question_step}::real` }))
    .execute();
}
