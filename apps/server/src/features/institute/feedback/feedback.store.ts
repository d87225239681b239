import type { Context } from '../../../context.ts';

export async function insertFeedback(
  { db, now }: Context,
  feedback: { user_id: number; rating: number; message: string | null },
): Promise<void> {
  await db
    .insertInto('feedbacks')
    .values({ ...feedback, created_at: now })
    .execute();
}

export function findFeedback({ db }: Context, most: number) {
  return db
    .selectFrom('feedbacks')
    .select(['id', 'user_id', 'rating', 'message', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
