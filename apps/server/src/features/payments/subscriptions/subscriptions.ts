import { Problem } from '@abhyas/contract/problem';
import { validityOf } from '@abhyas/exam/payments/subscription-time';
import type { ActorContext, Context } from '../../../context.ts';
import { lockPerson } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { personNamed } from '../../institute/identity/identity.ts';
import * as store from './subscriptions.store.ts';

/** Computes and stores the start and end of each of the person's subscriptions, then `users.premium_until`. */
async function compute(context: Context, user_id: number): Promise<void> {
  const found = await store.findSubscriptions(context, user_id);
  const terms = validityOf(found.map(({ number_of_months, ...one }) => ({ ...one, months: number_of_months })));
  for (const term of terms) await store.storeValidity(context, term.id, term);
  const ends = terms.filter(({ starts_at, ends_at }) => ends_at > starts_at).map(({ ends_at }) => ends_at.getTime());
  await store.storePremiumUntil(context, user_id, ends.length > 0 ? new Date(Math.max(...ends)) : null);
}

/** Starts the subscription of a paid order; a repetition changes nothing. Runs in the transaction that records the payment. */
export async function openForOrder(context: Context, order: { id: number; user_id: number; number_of_months: number }): Promise<void> {
  await lockPerson(context, order.user_id);
  const { user_id, number_of_months } = order;
  const isNew = await store.insertSubscription(context, {
    user_id,
    order_id: order.id,
    number_of_months,
    since: context.now,
    cut_at: null,
    reason: null,
  });
  if (isNew) await compute(context, user_id);
}

/** Ends the subscription of an order; later subscriptions start earlier. */
export async function endForOrder(context: Context, order: { id: number; user_id: number }): Promise<void> {
  await lockPerson(context, order.user_id);
  await store.cutSubscription(context, { order_id: order.id });
  await compute(context, order.user_id);
}

/** The person's present and past subscriptions, oldest first. */
export const subscriptionsOf = (context: Context, user_id: number) => store.findSubscriptions(context, user_id);

/** Gives Premium without a payment, for a number of months or until a given time. */
export async function give(context: Context, user_id: number, for_: { months: number } | { until: Date }, reason: string): Promise<void> {
  await inTransaction(context, async (within) => {
    await lockPerson(within, user_id);
    await store.insertSubscription(within, {
      user_id,
      order_id: null,
      number_of_months: 'months' in for_ ? for_.months : 1200,
      since: within.now,
      cut_at: 'until' in for_ ? for_.until : null,
      reason,
    });
    await compute(within, user_id);
  });
}

/** Gives Premium as the operator. Throws `not_found` for an unknown number. */
export async function giveByOperator(context: ActorContext, phone: string, months: number, reason: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const user_id = await personNamed(within, phone);
    await give(within, user_id, { months }, reason);
    await writeAudit(within, { what: 'premium.give', object_type: 'user', object_id: user_id, after: { months }, reason });
  });
}

/** Ends, as the operator, Premium that was given without a payment. Paid Premium is refunded instead. */
export async function takeByOperator(context: ActorContext, phone: string, reason: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const user_id = await personNamed(within, phone);
    await lockPerson(within, user_id);
    const given = (await store.findSubscriptions(within, user_id)).filter(
      ({ order_id, ends_at }) => order_id === null && ends_at > within.now,
    );
    if (given.length === 0) throw new Problem('not_possible', 'This person has no given Premium. Paid Premium is refunded instead.');
    for (const { id } of given) await store.cutSubscription(within, { id });
    await compute(within, user_id);
    await writeAudit(within, { what: 'premium.take', object_type: 'user', object_id: user_id, reason });
  });
}

/** The present and past subscriptions of the person with this number. Throws `not_found`. */
export const subscriptionsOfNumber = async (context: Context, phone: string) => subscriptionsOf(context, await personNamed(context, phone));
