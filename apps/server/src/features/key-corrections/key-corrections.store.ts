import type { AcceptedAnswer } from '@abhyas/exam/question';
import { sql } from 'kysely';
import type { ActorContext, Context } from '../../context.ts';

/** A question of the actor's own: of the institute or, for the shared bank, of nobody's. */
export function findQuestionByCode({ db, actor }: ActorContext, code: string) {
  return db
    .selectFrom('questions')
    .where(sql<boolean>`institute_id is not distinct from ${actor.institute_id}::bigint`)
    .where('code', '=', code)
    .select(['id', 'accepted_answers', 'question_type', 'correction'])
    .executeTakeFirst();
}

export async function writeCorrection(
  { db, now }: Context,
  question: { id: number; accepted_answers: AcceptedAnswer[] },
  corrected: { accepted_answers: AcceptedAnswer[]; correction: 'dropped' | 'bonus' | null; reason: string },
): Promise<void> {
  await db
    .insertInto('key_corrections')
    .values({
      question_id: question.id,
      made_at: now,
      previous_answers: JSON.stringify(question.accepted_answers),
      accepted_answers: JSON.stringify(corrected.accepted_answers),
      correction: corrected.correction,
      reason: corrected.reason,
    })
    .execute();
  await db
    .updateTable('questions')
    .set({ accepted_answers: JSON.stringify(corrected.accepted_answers), correction: corrected.correction })
    .where('id', '=', question.id)
    .execute();
}

/** Papers that hold the question; their built bytes are of an old version from now on. */
export async function touchPapersOf({ db }: Context, question_id: number): Promise<{ id: number; name: string }[]> {
  return db
    .updateTable('papers')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', 'in', (is) => is.selectFrom('paper_questions').where('question_id', '=', question_id).select('paper_id'))
    .returning(['id', 'name'])
    .execute();
}

export async function findPapersOf({ db }: Context, question_id: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('papers')
    .where('id', 'in', (is) => is.selectFrom('paper_questions').where('question_id', '=', question_id).select('paper_id'))
    .select(['id', 'name'])
    .execute();
}
