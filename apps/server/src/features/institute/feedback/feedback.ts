import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext } from '../../../context.ts';
import * as store from './feedback.store.ts';

/** Stores a person's feedback on the product. */
export async function takeFeedback(context: SignedInContext, rating: number, words: string | undefined) {
  if (!context.budgets.take('feedback', context.caller.id)) throw new Problem('too_many_requests');
  await store.insertFeedback(context, { user_id: context.caller.id, rating, message: words?.trim() || null });
  return { success: true as const, message: say`Thank you for your feeback.`.text };
}

/** Feedback, newest first, with the person's id and no name. */
export const latestFeedback = (context: Context, most: number) => store.findFeedback(context, most);
