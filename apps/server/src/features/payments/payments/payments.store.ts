// Contents: orders · refunds · events · invoices
import type { ReturnReason } from '@abhyas/contract/payments/payments';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Context } from '../../../context.ts';
import { lockPerson } from '../../../database/row-locks.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Seller } from '../../../database/tables-of-payments.ts';

export type OrderRow = Selectable<Tables['payment_orders']>;

/** The person's newest open order with the same terms, created after the given time. */
export function findOpenOrder(
  { db }: Context,
  terms: Pick<OrderRow, 'user_id' | 'plan_id' | 'amount' | 'number_of_months' | 'coupon_id' | 'referrer_id' | 'provider'>,
  after: Date,
) {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('user_id', '=', terms.user_id)
    .where('plan_id', '=', terms.plan_id)
    .where('amount', '=', terms.amount)
    .where('number_of_months', '=', terms.number_of_months)
    .where('coupon_id', 'is not distinct from', terms.coupon_id)
    .where('referrer_id', 'is not distinct from', terms.referrer_id)
    .where('provider', '=', terms.provider)
    .where('provider_order_id', 'is not', null)
    .where('status', '=', 'CREATED')
    .where('reported_at', 'is', null)
    .where('created_at', '>', after)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function insertOrder({ db, now }: Context, order: Omit<Insertable<Tables['payment_orders']>, 'created_at'>): Promise<OrderRow> {
  return db
    .insertInto('payment_orders')
    .values({ ...order, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the buyer's address and tax number of an order that is not paid. */
export async function setBuyer({ db }: Context, id: number, buyer: Pick<OrderRow, 'buyer_address' | 'buyer_gstin'>): Promise<void> {
  await db.updateTable('payment_orders').set(buyer).where('id', '=', id).execute();
}

export async function setProviderOrder({ db }: Context, id: number, provider_order_id: string): Promise<void> {
  await db.updateTable('payment_orders').set({ provider_order_id }).where('id', '=', id).execute();
}

/** Records that the provider took no money. An order that is already paid stays paid. */
export async function setFailed({ db }: Context, id: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ status: 'FAILED', reported_at: null })
    .where('id', '=', id)
    .where('status', '=', 'CREATED')
    .execute();
}

/** Records that a signed payment was reported. An earlier failed payment then no longer counts. */
export async function setReported({ db, now }: Context, id: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ status: 'CREATED', reported_at: now })
    .where('id', '=', id)
    .where('reported_at', 'is', null)
    .where('status', 'in', ['CREATED', 'FAILED'])
    .execute();
}

export async function setPaid({ db, now }: Context, id: number, payment_id: string | null): Promise<void> {
  await db.updateTable('payment_orders').set({ status: 'PAID', payment_id, paid_at: now }).where('id', '=', id).execute();
}

/** Marks the order as refunded. Also stores the payment, since a refund may be the first event of an order. */
export async function setRefunded({ db }: Context, id: number, payment_id: string): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set((is) => ({ status: 'REFUNDED', payment_id: is.fn.coalesce('payment_id', is.val(payment_id)) }))
    .where('id', '=', id)
    .execute();
}

/** An order of this person; undefined for another person's order. */
export function findOrder({ db }: Context, user_id: number, id: number): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').where('id', '=', id).where('user_id', '=', user_id).selectAll().executeTakeFirst();
}

/** An order of this person, by the provider's id; undefined for another person's order. */
export function findOrderAt({ db }: Context, user_id: number, provider: string, provider_order_id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .where('provider', '=', provider)
    .where('provider_order_id', '=', provider_order_id)
    .where('user_id', '=', user_id)
    .selectAll()
    .executeTakeFirst();
}

/**
 * Locks an order until the transaction ends, so that its events are processed one after the other. Its buyer is locked first, as when an
 * order is made: otherwise the two transactions could deadlock.
 */
export async function lockOrder(context: Context, id: number): Promise<OrderRow | undefined> {
  const { db } = context;
  const order = await db.selectFrom('payment_orders').where('id', '=', id).select('user_id').executeTakeFirst();
  if (!order) return undefined;
  await lockPerson(context, order.user_id);
  return db.selectFrom('payment_orders').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst();
}

/** Locks the order with this provider order id or, without one, the order of this payment, even if the payment was refunded. */
export async function lockOrderAt(
  context: Context,
  provider: string,
  { order, payment }: { order: string | null; payment: string },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_orders where provider = ${provider} and provider_order_id = ${order}::text
    union all select id from payment_orders where provider = ${provider} and payment_id = ${payment}
    union all select o.id from refunds r join payment_orders o on o.id = r.order_id where o.provider = ${provider} and r.payment_id = ${payment}
    limit 1`.execute(context.db);
  return rows[0] && lockOrder(context, rows[0].id);
}

/** Cancels the person's other open orders with the coupon, because `order_id` takes its use. They can no longer be paid. */
export async function cancelOthers(
  { db, now }: Context,
  { order_id, coupon_id, user_id }: { order_id: number; coupon_id: number; user_id: number },
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ status: 'FAILED', moved_at: now })
    .where('user_id', '=', user_id)
    .where('coupon_id', '=', coupon_id)
    .where('id', '<>', order_id)
    .where('status', '=', 'CREATED')
    .where('reported_at', 'is', null)
    .execute();
}

/** True for only one caller within the given seconds, which then fetches the order from the provider. */
export async function takeTurn({ db, now }: Context, id: number, seconds: number): Promise<boolean> {
  const row = await db
    .updateTable('payment_orders')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('asked_at', 'is', null), is('asked_at', '<=', new Date(now.getTime() - seconds * 1000))]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders that may be paid although no report came. Those of the last hours are listed every few minutes, older ones less often. */
export function findUnsettled({ db, now }: Context, provider: string, most: number): Promise<OrderRow[]> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_order_id', 'is not', null)
    .where('status', 'in', ['CREATED', 'FAILED'])
    .where((is) =>
      is.or([
        is.and([is('created_at', '>', ago(180)), is.or([is('asked_at', 'is', null), is('asked_at', '<', ago(4))])]),
        is.and([is('created_at', '>', ago(5 * 1440)), is.or([is('asked_at', 'is', null), is('asked_at', '<', ago(240))])]),
      ]),
    )
    .orderBy('created_at')
    .limit(most)
    .execute();
}

export function findOrdersOf({ db }: Context, user_id: number) {
  return db
    .selectFrom('payment_orders as o')
    .leftJoin('subscriptions as s', 's.order_id', 'o.id')
    .selectAll('o')
    .select(['s.ends_at'])
    .where('o.user_id', '=', user_id)
    .where((is) =>
      is.or([
        is('o.status', 'in', ['PAID', 'REFUNDED']),
        is('o.reported_at', 'is not', null),
        is.exists(is.selectFrom('refunds as r').whereRef('r.order_id', '=', 'o.id').where('r.payment_id', 'is not', null).select('r.id')),
      ]),
    )
    .orderBy('o.id', 'desc')
    .limit(50)
    .execute();
}

/** The operator's list of payments, newest first, with refunds and events that need attention. */
export async function findAllOrders({ db }: Context, phone: string | null, most: number) {
  const { rows } = await sql<OrderRow & { phone: string | null; code: string | null; refund: string | null; odd: string | null }>`
    select o.*, c.code,
      (select string_agg(r.status, ', ' order by r.id) from refunds r where r.order_id = o.id and r.payment_id is null) as refund,
      (select string_agg(r.reason || ', goes back ' || r.status, ', ' order by r.id) from refunds r
        where r.order_id = o.id and r.payment_id is not null) as odd
    from payment_orders o join users u on u.id = o.user_id left join coupons c on c.id = o.coupon_id
    where ${phone}::text is null or u.phone = ${phone}
    order by o.id desc limit ${most}`.execute(db);
  return rows;
}

/** Stores an event of the provider; false if it was processed before. */
export async function insertEvent({ db, now }: Context, event: Omit<Tables['payment_events'], 'received_at'>): Promise<boolean> {
  const row = await db
    .insertInto('payment_events')
    .values({ ...event, received_at: now })
    .onConflict((on) => on.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setOutcome(
  { db }: Context,
  provider: string,
  event_id: string,
  order_id: number | null,
  outcome: string,
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ order_id, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .execute();
}

/** Refunds of the order's own payment. */
export function findRefunds({ db }: Context, order_id: number) {
  return db.selectFrom('refunds').where('order_id', '=', order_id).where('payment_id', 'is', null).orderBy('id').selectAll().execute();
}

/** For each order the latest payment that was or will be returned. */
export async function findReturned({ db }: Context, order_ids: readonly number[]) {
  const { rows } = await sql<{ order_id: number; amount: number; reason: ReturnReason; status: string }>`
    select distinct on (order_id) order_id, amount, reason, status from refunds
    where order_id = any(${order_ids}::bigint[]) and payment_id is not null order by order_id, id desc`.execute(db);
  return new Map(rows.map(({ order_id, ...returned }) => [order_id, returned]));
}

export async function insertRefundRequest({ db, now }: Context, order_id: number, amount: number, reason: string): Promise<number> {
  const { id } = await db
    .insertInto('refunds')
    .values({ order_id, amount, reason, status: 'REQUESTED', requested_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Stores a refund reported by the provider: a known one, the one that we requested, or one made at the provider. The beginning of the last
 * kind is not stored, because its report may arrive after the report of its end.
 */
export async function storeRefund(
  { db, now }: Context,
  order_id: number,
  { refund_id, amount, status }: { refund_id: string; amount: number; status: 'REQUESTED' | 'PROCESSED' | 'FAILED' },
): Promise<void> {
  await sql`
    update refunds set provider_refund_id = ${refund_id}, amount = ${amount}
    where id = (select id from refunds where order_id = ${order_id} and payment_id is null and provider_refund_id is null
      and status = 'REQUESTED' order by id limit 1)
      and not exists (select from refunds where provider_refund_id = ${refund_id})`.execute(db);
  if (status === 'REQUESTED') return;
  await sql`
    insert into refunds (order_id, provider_refund_id, amount, status, requested_at, processed_at)
    values (${order_id}, ${refund_id}, ${amount}, ${status}, ${now}, ${status === 'PROCESSED' ? now : null})
    on conflict (provider_refund_id) do update set status = excluded.status, processed_at = excluded.processed_at
      where refunds.status <> 'PROCESSED' and refunds.order_id = excluded.order_id`.execute(db);
}

/** The refunded amount so far, in paise. */
export async function sumOfRefunds({ db }: Context, order_id: number): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int as sum from refunds where order_id = ${order_id} and payment_id is null and status = 'PROCESSED'`.execute(
    db,
  );
  return rows[0]?.sum ?? 0;
}

/** The next number of a series in a year. The row is locked until the transaction ends, so that no number is skipped. */
export async function nextNumber({ db }: Context, series: string, year: string): Promise<number> {
  const { last } = await db
    .insertInto('invoice_counters')
    .values({ series, year, last: 1 })
    .onConflict((on) => on.columns(['series', 'year']).doUpdateSet((is) => ({ last: is('invoice_counters.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

interface NewInvoice extends Omit<Insertable<Tables['invoices']>, 'seller' | 'issued_at'> {
  seller: Seller;
}

export async function insertInvoice({ db, now }: Context, { seller, ...invoice }: NewInvoice): Promise<void> {
  await db
    .insertInto('invoices')
    .values({ ...invoice, seller: JSON.stringify(seller), issued_at: now })
    .execute();
}

export function findInvoices({ db }: Context, order_ids: readonly number[]) {
  return db
    .selectFrom('invoices')
    .where('order_id', 'in', order_ids.length > 0 ? [...order_ids] : [0])
    .selectAll()
    .execute();
}

export async function findBuyerName({ db }: Context, user_id: number): Promise<string | null> {
  return (await db.selectFrom('users').where('id', '=', user_id).select('name').executeTakeFirst())?.name ?? null;
}
