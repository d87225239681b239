import { mergeResponse, type Versioned } from '@abhyas/exam/tests/merge';
import { questionTypes, sameAnswer } from '@abhyas/exam/bank/question';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { holdMarks, markAgain } from '../marking/marking.ts';
import { type PaperContent, presentContent } from '../papers/papers.ts';
import * as store from './late-answers.store.ts';
import { findResponses, type ResponseRow } from './sessions.store.ts';

export const { hasLate } = store;

type Kept = store.SentResponse & Versioned;

/** A late upload read against what its session holds: of each question the newest, as if it had come in time. */
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
 * Keeps an upload that came after the end. False when it is not kept: it brings no answer or mark that the session lacks, as an upload that is
 * repeated or was overtaken by a newer one, or there are too many already.
 */
export async function keepLate(context: Context, late: store.LateUpload & { paper_id: number }): Promise<boolean> {
  const held = await findResponses(context, late.student_id, late.session_id);
  const merged = mergeLate(await presentContent(context, late.paper_id), held, late);
  const isNews = merged.some(({ held: row = noAnswer, kept }) => !sameAnswer(row, kept) || row.is_marked !== kept.is_marked);
  return isNews && store.insertLate(context, late);
}

/**
 * Counts a student's late answers of a paper: merged as if they had come in time, the newest of each question kept, and marked again. Uploads
 * that came when the key could be seen are left out, unless `named` lists them; it then says which uploads count. False when there are none.
 */
export async function acceptLateAnswers(
  context: Context,
  student_id: number,
  paper_id: number,
  named: readonly number[] | null = null,
): Promise<boolean> {
  return inTransaction(context, async (within) => {
    // Before any row is held, so that two who mark one paper never wait for each other.
    await holdMarks(within, [paper_id]);
    const waiting = await store.findLate(within, student_id, paper_id);
    const uploads = waiting.filter(({ id, key_visible }) => (named ? named.includes(id) : !key_visible));
    if (uploads.length === 0) return false;
    const content = await presentContent(within, paper_id);
    for (const { session_id, writer, responses, key_visible } of uploads) {
      const late = { student_id, session_id, writer, key_visible, responses: responses as store.SentResponse[] };
      const held = await findResponses(within, student_id, session_id);
      for (const { kept } of mergeLate(content, held, late)) await store.writeResponse(within, late, kept);
    }
    await store.acceptLate(
      within,
      student_id,
      uploads.map(({ id }) => id),
    );
    await markAgain(within, paper_id, student_id);
    return true;
  });
}
