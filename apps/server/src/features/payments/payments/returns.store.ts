import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

interface Return {
  order_id: number;
  payment_id: string;
}

/** Stores a return; false if one of this payment is already stored. */
export async function insertReturn({ db, now }: Context, of: Return & { amount: number; reason: string }): Promise<boolean> {
  const row = await db
    .insertInto('refunds')
    .values({ ...of, status: 'REQUESTED', requested_at: now })
    .onConflict((on) => on.columns(['order_id', 'payment_id']).where('payment_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasReturn({ db }: Context, order_id: number, payment_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('payment_id', '=', payment_id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the provider's answer about a return, or a hook about its refund. A hook about a partial refund changes nothing, nor does one
 * about the beginning or failure of a refund that we did not request. A completed return stays completed, and a refund that is stored under
 * another row keeps its row.
 */
export async function storeReturn(
  { db, now }: Context,
  {
    order_id,
    payment_id,
    provider_refund_id,
    amount,
    status,
    isAnswer,
  }: Return & { provider_refund_id: string; amount: number; status: 'REQUESTED' | 'PROCESSED' | 'FAILED'; isAnswer: boolean },
): Promise<void> {
  await sql`
    update refunds r set
      provider_refund_id = case
        when status = 'PROCESSED' or exists (select from refunds o where o.provider_refund_id = ${provider_refund_id} and o.id <> r.id)
          then provider_refund_id else ${provider_refund_id} end,
      processed_at = case when status = 'PROCESSED' then processed_at when ${status}::text = 'PROCESSED' then ${now}::timestamptz end,
      status = case when status = 'PROCESSED' then status else ${status}::text end
    where order_id = ${order_id} and payment_id = ${payment_id} and (${isAnswer}::boolean
      or (amount <= ${amount} and (${status}::text = 'PROCESSED' or r.provider_refund_id = ${provider_refund_id})))`.execute(db);
}

/** Takes the returns that were not requested recently, for which the caller then asks the provider. */
export async function takeDueReturns(
  { db, now }: Context,
  { provider, order_id, before, after, most }: { provider: string; order_id: number | null; before: Date; after: Date; most: number },
): Promise<{ id: number; order_id: number; payment_id: string; amount: number }[]> {
  const { rows } = await sql<{ id: number; order_id: number; payment_id: string; amount: number }>`
    update refunds r set asked_at = ${now} where r.id in (
      select d.id from refunds d join payment_orders o on o.id = d.order_id and o.provider = ${provider}
      where d.status = 'REQUESTED' and d.payment_id is not null and d.requested_at > ${after}
        and coalesce(d.asked_at <= ${before}, true) and (${order_id}::bigint is null or d.order_id = ${order_id})
      order by d.requested_at limit ${most} for update of d skip locked)
    returning r.id, r.order_id, r.payment_id, r.amount`.execute(db);
  return rows;
}
