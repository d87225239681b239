import { objectTypes } from '@abhyas/contract/bank/catalogue';
import type { Context } from '../../../context.ts';
import { forgetMarks, holdMarks, type SessionKey, shareMarks } from '../marking/marking.ts';
import { finishTests } from './finishing.ts';
import * as store from './paper-attempts.store.ts';

export const { findAttempted } = store;

/**
 * Stores answers that students gave on paper as finished attempts, marked like those on the screen, in the caller's transaction. Nothing is
 * known about their times. The students have no attempt yet.
 */
export async function enterAttempts(
  context: Context,
  paper: { id: number; is_assignment: boolean; opens_at: Date | null },
  attempts: readonly store.AttemptOnPaper[],
): Promise<SessionKey[]> {
  await shareMarks(context, paper.id);
  const began_at = paper.opens_at !== null && paper.opens_at < context.now ? paper.opens_at : context.now;
  const object_type = paper.is_assignment ? objectTypes.assignment : objectTypes.test;
  const sessions = await store.insertAttempts(context, { paper_id: paper.id, object_type, began_at }, attempts);
  await finishTests(context, paper.id, sessions, 'student');
  return sessions;
}

/** Deletes attempts that were entered, and takes their scores out of the counts, in the caller's transaction. */
export async function withdrawAttempts(context: Context, paper_id: number, sessions: readonly SessionKey[]): Promise<void> {
  await holdMarks(context, [paper_id]);
  await forgetMarks(context, paper_id, sessions);
  await store.deleteAttempts(context, sessions);
}
