import type { Value } from '@abhyas/contract/endpoint';
import type { UploadedResponse } from '@abhyas/contract/reports/uploads';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export type SentResponse = Value<typeof UploadedResponse>;

interface SessionKey {
  student_id: number;
  session_id: number;
}

export interface LateUpload extends SessionKey {
  writer: number;
  responses: readonly SentResponse[];
  /** Whether the student could see a key of the uploaded questions when the upload arrived. */
  key_visible: boolean;
}

const mostUploads = 50;

/** Only the fields of a response, without any others that the device sent. */
const bare = (sent: SentResponse): SentResponse => ({
  question_id: sent.question_id,
  responses: sent.responses,
  rich_response: sent.rich_response,
  is_marked: sent.is_marked,
  is_visited: sent.is_visited,
  verified: sent.verified,
  version: sent.version,
  question_time_spent: sent.question_time_spent,
  solution_request_time: sent.solution_request_time,
});

/** Stores a late upload as a whole: at most fifty per session, and a repeated upload once. False if it is not stored. */
export async function insertLate(
  { db, now }: Context,
  { student_id, session_id, writer, responses, key_visible }: LateUpload,
): Promise<boolean> {
  const text = JSON.stringify(responses.map(bare));
  const { rows } = await sql<{ is_kept: boolean }>`
    with held as (
      select writer, responses from late_uploads where student_id = ${student_id} and session_id = ${session_id}
    ), added as (
      insert into late_uploads (student_id, session_id, received_at, writer, responses, key_visible)
      select ${student_id}, ${session_id}, ${now}, ${writer}, ${text}::jsonb, ${key_visible}
      where (select count(*) from held) < ${mostUploads} and not exists (select from held where writer = ${writer} and responses = ${text}::jsonb)
      returning id
    )
    select exists (select from added) or exists (select from held where writer = ${writer} and responses = ${text}::jsonb) as is_kept`.execute(
    db,
  );
  return rows[0]?.is_kept ?? false;
}

/** Whether the session has late answers that do not count. */
export async function hasLate({ db }: Context, student_id: number, session_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('late_uploads')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .where('accepted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
    .select(['late_uploads.id', 'late_uploads.session_id', 'late_uploads.writer', 'late_uploads.responses', 'late_uploads.key_visible'])
    .orderBy('late_uploads.id')
    .execute();
}

/** Marks the merged late uploads of a student as accepted, but none that arrived since. */
export async function acceptLate({ db, now }: Context, student_id: number, ids: readonly number[]): Promise<void> {
  await db.updateTable('late_uploads').set({ accepted_at: now }).where('student_id', '=', student_id).where('id', 'in', ids).execute();
}

/** Overwrites a response; it has no result until the session is marked. */
export async function writeResponse({ db, now }: Context, key: SessionKey, kept: SentResponse & { writer: number }): Promise<void> {
  const row = {
    responses: [...kept.responses],
    rich_response: kept.rich_response,
    is_marked: kept.is_marked,
    is_visited: kept.is_visited,
    writer: kept.writer,
    version: kept.version,
    question_time_spent: kept.question_time_spent,
    solution_request_time: kept.solution_request_time,
    updated_at: now,
  };
  await db
    .insertInto('responses')
    .values({
      student_id: key.student_id,
      session_id: key.session_id,
      question_id: kept.question_id,
      ...row,
      verified_at: null,
      result: null,
      marks: null,
    })
    .onConflict((on) => on.columns(['student_id', 'session_id', 'question_id']).doUpdateSet(row))
    .execute();
}
