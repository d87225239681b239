import { sql } from 'kysely';
import type { Context } from '../../database/transaction.ts';
import type { SentResponse } from '../responses/responses.ts';

interface SessionKey {
  student_id: number;
  session_id: number;
}

const mostUploads = 50;

/** Keeps an upload that came too late, whole. A session keeps fifty at most, and the same upload once. */
export async function insertLate({ db, now }: Context, key: SessionKey, writer: number, responses: readonly SentResponse[]): Promise<void> {
  const text = JSON.stringify(responses);
  await sql`
    insert into late_uploads (student_id, session_id, received_at, writer, responses)
    select ${key.student_id}, ${key.session_id}, ${now}, ${writer}, ${text}::jsonb
    where (select count(*) from late_uploads where student_id = ${key.student_id} and session_id = ${key.session_id}) < ${mostUploads}
      and not exists (select 1 from late_uploads where student_id = ${key.student_id} and session_id = ${key.session_id} and responses = ${text}::jsonb)`.execute(
    db,
  );
}

/** Late uploads of a student's sessions of a paper that are not accepted yet, oldest first. */
export function findLate({ db }: Context, student_id: number, paper_id: number) {
  return db
    .selectFrom('late_uploads')
    .innerJoin('sessions', (join) =>
      join.onRef('sessions.student_id', '=', 'late_uploads.student_id').onRef('sessions.id', '=', 'late_uploads.session_id'),
    )
    .where('late_uploads.student_id', '=', student_id)
    .where('sessions.paper_id', '=', paper_id)
    .where('late_uploads.accepted_at', 'is', null)
    .select(['late_uploads.session_id', 'late_uploads.writer', 'late_uploads.responses'])
    .orderBy('late_uploads.id')
    .execute();
}

export async function acceptLate({ db, now }: Context, student_id: number, session_ids: readonly number[]): Promise<void> {
  await db
    .updateTable('late_uploads')
    .set({ accepted_at: now })
    .where('student_id', '=', student_id)
    .where('session_id', 'in', session_ids)
    .where('accepted_at', 'is', null)
    .execute();
}

/** Writes a response as it is, over what stands there. */
export async function writeResponse(
  { db, now }: Context,
  key: SessionKey,
  { responses, ...response }: SentResponse & { writer: number },
): Promise<void> {
  const row = { ...response, responses: [...responses], updated_at: now, verified: false, verified_at: null };
  await db
    .insertInto('responses')
    .values({ ...key, ...row, result: null, marks: null })
    .onConflict((on) => on.columns(['student_id', 'session_id', 'question_id']).doUpdateSet(row))
    .execute();
}
