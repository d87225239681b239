import type { Context } from '../../../context.ts';

export function findSubscriptions({ db }: Context, user_id: number) {
  return db.selectFrom('subscriptions').where('user_id', '=', user_id).orderBy('since').orderBy('id').selectAll().execute();
}

interface NewSubscription {
  user_id: number;
  order_id: number | null;
  number_of_months: number;
  since: Date;
  cut_at: Date | null;
  reason: string | null;
}

/**
 * Inserts a subscription; false if the order already has one. Its start and end are computed later, together with the person's other
 * subscriptions.
 */
export async function insertSubscription({ db }: Context, subscription: NewSubscription): Promise<boolean> {
  const { since } = subscription;
  const row = await db
    .insertInto('subscriptions')
    .values({ ...subscription, starts_at: since, ends_at: since })
    .onConflict((on) => on.column('order_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a subscription at the given time, unless it was ended earlier. */
export async function cutSubscription({ db, now }: Context, of: { order_id: number } | { id: number }): Promise<void> {
  const [column, value] = 'id' in of ? (['id', of.id] as const) : (['order_id', of.order_id] as const);
  await db
    .updateTable('subscriptions')
    .set({ cut_at: now })
    .where(column, '=', value)
    .where((is) => is.or([is('cut_at', 'is', null), is('cut_at', '>', now)]))
    .execute();
}

export async function storeValidity(
  { db }: Context,
  id: number,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
): Promise<void> {
  await db.updateTable('subscriptions').set({ starts_at, ends_at }).where('id', '=', id).execute();
}

export async function storePremiumUntil({ db }: Context, user_id: number, premium_until: Date | null): Promise<void> {
  await db.updateTable('users').set({ premium_until }).where('id', '=', user_id).execute();
}
