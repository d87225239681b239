import { mergeResponse } from '@abhyas/exam/merge';
import { questionTypes, sameAnswer } from '@abhyas/exam/question';
import { type Context, inTransaction } from '../../database/transaction.ts';
import { presentContent } from '../papers/papers.ts';
import type { SentResponse } from '../responses/responses.ts';
import { markAgain } from './finishing.ts';
import * as store from './late-answers.store.ts';
import { findResponses } from './sessions.store.ts';

export const { insertLate: keepLate } = store;

/** Whether any of the responses differs from what the session holds: an upload that is only repeated is no late answer. */
export async function holdsNews(
  context: Context,
  key: { student_id: number; session_id: number },
  responses: readonly SentResponse[],
): Promise<boolean> {
  const held = new Map((await findResponses(context, key.student_id, key.session_id)).map((row) => [row.question_id, row]));
  const nothing = { responses: [], rich_response: null };
  return responses.some((response) => !sameAnswer(held.get(response.question_id) ?? nothing, response));
}

function fits(question_type: number, { responses, rich_response }: SentResponse): boolean {
  if (question_type === questionTypes.numerical) return responses.length === 0;
  return rich_response === null && (question_type === questionTypes.multiple_option || responses.length <= 1);
}

/**
 * Counts a student's late answers of a paper: merged as if they had come in time, the newest of each question kept, and the paper marked
 * again. False when there are none.
 */
export async function acceptLateAnswers(context: Context, student_id: number, paper_id: number): Promise<boolean> {
  return inTransaction(context, async (within) => {
    const uploads = await store.findLate(within, student_id, paper_id);
    if (uploads.length === 0) return false;
    const { placeById } = await presentContent(within, paper_id);
    for (const { session_id, writer, responses } of uploads) {
      const held = new Map((await findResponses(within, student_id, session_id)).map((row) => [row.question_id, row]));
      for (const late of responses as SentResponse[]) {
        const place = placeById.get(late.question_id);
        if (!place || !fits(place.question_type, late)) continue;
        const stored = held.get(late.question_id);
        const { question_id } = late;
        const kept = stored
          ? mergeResponse({ ...pick(stored), question_id, writer: stored.writer }, { ...late, writer })
          : { ...late, writer };
        await store.writeResponse(within, { student_id, session_id }, kept);
      }
    }
    await store.acceptLate(within, student_id, [...new Set(uploads.map(({ session_id }) => session_id))]);
    await markAgain(within, paper_id);
    return true;
  });
}

function pick(row: SentResponse): SentResponse {
  const { question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time } =
    row;
  return { question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time };
}
