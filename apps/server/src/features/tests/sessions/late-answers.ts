import { mergeResponse, type Versioned } from '@abhyas/exam/tests/merge';
import { questionTypes, sameAnswer } from '@abhyas/exam/bank/question';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { holdMarks, markAgain, type SessionKey } from '../marking/marking.ts';
import { type PaperContent, presentContent } from '../papers/papers.ts';
import * as store from './late-answers.store.ts';
import { findResponses, type ResponseRow } from './sessions.store.ts';

export const { hasLate } = store;

type Kept = store.SentResponse & Versioned;

/** Merges a late upload with the responses of its session: the newest of each question, as if it had arrived in time. */
function mergeLate({ placeById }: PaperContent, held: readonly ResponseRow[], { writer, responses }: store.LateUpload) {
  const heldById = new Map(held.map((row) => [row.question_id, row]));
  return responses.flatMap((late): { kept: Kept; held: ResponseRow | undefined }[] => {
    const place = placeById.get(late.question_id);
    if (!place || !fits(place.question_type, late)) return [];
    const sent = { ...late, verified: false, writer };
    const row = heldById.get(late.question_id);
    return [{ kept: row ? mergeResponse<Kept>(row, sent) : sent, held: row }];
  });
}

function fits(question_type: number, { responses, rich_response }: store.SentResponse): boolean {
  if (question_type === questionTypes.numerical) return responses.length === 0;
  return rich_response === null && (question_type === questionTypes.multiple_option || responses.length <= 1);
}

const noAnswer = { responses: [], rich_response: null, is_marked: false };

/**
 * Stores an upload that arrived after the end. False if it is not stored, because it is repeated or older than another upload and so has
 * nothing that the session lacks, or because the session has too many late uploads.
 */
export async function keepLate(context: Context, late: store.LateUpload & { paper_id: number }): Promise<boolean> {
  const held = await findResponses(context, late.student_id, late.session_id);
  const merged = mergeLate(await presentContent(context, late.paper_id), held, late);
  const isNews = merged.some(({ held: row = noAnswer, kept }) => !sameAnswer(row, kept) || row.is_marked !== kept.is_marked);
  return isNews && store.insertLate(context, late);
}

type Waiting = Awaited<ReturnType<typeof store.findLate>>[number];

/** Merges late uploads of a student as if they had arrived in time, and marks them as accepted. */
async function mergeUploads(context: Context, student_id: number, paper_id: number, uploads: readonly Waiting[]): Promise<void> {
  const content = await presentContent(context, paper_id);
  for (const { session_id, writer, responses, key_visible } of uploads) {
    const late = { student_id, session_id, writer, key_visible, responses: responses as store.SentResponse[] };
    const held = await findResponses(context, student_id, session_id);
    for (const { kept } of mergeLate(content, held, late)) await store.writeResponse(context, late, kept);
  }
  await store.acceptLate(
    context,
    student_id,
    uploads.map(({ id }) => id),
  );
}

/**
 * Accepts late answers of reopened sessions, except those that arrived when the key was visible. The caller has locked sessions and
 * marking.
 */
export async function acceptLateOfSessions(context: Context, paper_id: number, sessions: readonly SessionKey[]): Promise<void> {
  for (const { student_id, id } of sessions) {
    const waiting = await store.findLate(context, student_id, paper_id);
    const uploads = waiting.filter(({ session_id, key_visible }) => session_id === id && !key_visible);
    if (uploads.length > 0) await mergeUploads(context, student_id, paper_id, uploads);
  }
}

/**
 * Accepts a student's late answers of a paper: merges them as if they had arrived in time, and marks the session again. Uploads that
 * arrived when the key was visible count only if `named` lists them; with `named`, only the listed uploads count. False without late
 * answers.
 */
export async function acceptLateAnswers(
  context: Context,
  student_id: number,
  paper_id: number,
  named: readonly number[] | null = null,
): Promise<boolean> {
  return inTransaction(context, async (within) => {
    // Before any row is locked, so that two transactions that mark one paper never deadlock.
    await holdMarks(within, [paper_id]);
    const waiting = await store.findLate(within, student_id, paper_id);
    const uploads = waiting.filter(({ id, key_visible }) => (named ? named.includes(id) : !key_visible));
    if (uploads.length === 0) return false;
    await mergeUploads(within, student_id, paper_id, uploads);
    await markAgain(within, paper_id, student_id);
    return true;
  });
}
