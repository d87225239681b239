import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { Withdrawal } from '@abhyas/exam/tests/paper-marks';
import { sql } from 'kysely';
import type { ActorContext, Context, StaffContext } from '../../../context.ts';

/**
 * A question of the institute or, for the operator, of the shared bank, by its id or its code. With `isLocked`, other corrections and changes
 * of the question wait for this transaction; answers to it do not.
 */
export function findQuestion({ db, actor }: ActorContext, name: number | string, { isLocked = false } = {}) {
  const query = db
    .selectFrom('questions')
    .where(sql<boolean>`institute_id is not distinct from ${actor.institute_id}::bigint`)
    .where(typeof name === 'number' ? 'id' : 'code', '=', name)
    .select(['id', 'accepted_answers', 'question_type', 'correction']);
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

export async function writeCorrection(
  { db, now }: Context,
  question: { id: number; accepted_answers: AcceptedAnswer[]; correction: Withdrawal | null },
  corrected: { accepted_answers: AcceptedAnswer[]; correction: Withdrawal | null; reason: string; is_undo: boolean },
): Promise<void> {
  await db
    .insertInto('key_corrections')
    .values({
      question_id: question.id,
      made_at: now,
      previous_answers: JSON.stringify(question.accepted_answers),
      previous_correction: question.correction,
      is_undo: corrected.is_undo,
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

/** Papers that contain the question. Raises their versions, which makes their built bytes stale. */
export async function raisePaperVersions({ db }: Context, question_id: number): Promise<{ id: number; name: string }[]> {
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

/** Another test of the institute with the question whose window has begun and, with `grace` seconds more, not ended. */
export async function findOpenTestWith({ db, actor, now }: StaffContext, question_id: number, except: number, grace: number) {
  const { rows } = await sql<{ name: string }>`
    select p.name from papers p join paper_questions h on h.paper_id = p.id
    where h.question_id = ${question_id} and p.id <> ${except} and p.institute_id = ${actor.institute_id}
      and p.closes_at >= ${now}::timestamptz - make_interval(secs => ${grace}) and coalesce(p.opens_at, '-infinity') <= ${now}
    order by p.id limit 1`.execute(db);
  return rows[0];
}

export function findLastCorrection({ db }: Context, question_id: number) {
  return db
    .selectFrom('key_corrections')
    .where('question_id', '=', question_id)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Corrections of the keys of a paper, the latest first. */
export function findCorrectionsOf({ db }: Context, paper_id: number) {
  return db
    .selectFrom('key_corrections')
    .innerJoin('paper_questions', 'paper_questions.question_id', 'key_corrections.question_id')
    .where('paper_id', '=', paper_id)
    .selectAll('key_corrections')
    .select('position')
    .orderBy('key_corrections.id', 'desc')
    .limit(200)
    .execute();
}

/** The totals of the ranked attempts at a paper. */
export async function findTotals({ db }: Context, paper_id: number): Promise<{ student_id: number; session_id: number; total: number }[]> {
  const { rows } = await sql<{ student_id: number; session_id: number; total: number }>`
    select student_id, session_id, score as total from session_scores where paper_id = ${paper_id} and subject_id = 0 and is_ranked`.execute(
    db,
  );
  return rows;
}

export interface GivenAnswer {
  session_id: number;
  question_id: number;
  responses: number[];
  rich_response: string | null;
}

/** Answers to these questions in ranked attempts at a paper. A student who omitted a question has no row for it. */
export async function findAnswers({ db }: Context, paper_id: number, question_ids: readonly number[]): Promise<GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer>`
    select r.session_id, r.question_id, r.responses, r.rich_response
    from session_scores s join responses r on r.student_id = s.student_id and r.session_id = s.session_id
    where s.paper_id = ${paper_id} and s.subject_id = 0 and s.is_ranked and r.question_id = any(${question_ids}::bigint[])
      and (r.responses <> '{}' or r.rich_response is not null)`.execute(db);
  return rows;
}

export async function findNames({ db }: Context, ids: readonly number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; name: string | null }>`select id, name from users where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
