// Contents: a payment · a refund · what a provider tells · asking the provider
import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Payment, PaymentEvent, PaymentProvider, Refund } from '../../integrations/payments/payments.ts';
import { redeemCoupon } from '../plans/plans.ts';
import { endForOrder, openForOrder } from '../subscriptions/subscriptions.ts';
import { issueCreditNote, issueInvoice } from './invoices.ts';
import * as store from './payments.store.ts';

/** What came of a payment that was heard of. */
export type Outcome = 'paid' | 'paid before' | 'second payment' | 'refunded before' | 'wrong amount' | 'failed' | 'waiting';

/** An order that is paid: its coupon is used, its subscription opens, its invoice is written. The order is held by the transaction. */
export async function settlePaid(context: Context, order: store.OrderRow, payment_id: string | null): Promise<void> {
  await store.setPaid(context, order.id, payment_id);
  // The person first, as where an order is made: else the two could wait for each other.
  await openForOrder(context, order);
  if (order.coupon_id !== null) await redeemCoupon(context, { order_id: order.id, coupon_id: order.coupon_id, user_id: order.user_id });
  if (order.amount > 0) await issueInvoice(context, order);
}

/** Takes what a provider says of a payment of an order that the transaction holds. Done once, however often and in whichever order it is said. */
async function takePayment(context: Context, order: store.OrderRow, payment: Payment): Promise<Outcome> {
  if (payment.state === 'waiting') return 'waiting';
  if (order.status === 'PAID')
    return payment.payment_id === order.payment_id ? 'paid before' : payment.state === 'captured' ? 'second payment' : 'failed';
  if (order.status === 'REFUNDED') return 'refunded before';
  if (payment.state === 'failed') {
    await store.setFailed(context, order.id);
    return 'failed';
  }
  if (payment.amount !== order.amount || payment.currency !== 'INR') return 'wrong amount';
  await settlePaid(context, order, payment.payment_id);
  return 'paid';
}

/** Takes what a provider says of a refund. What is paid back whole ends its subscription, even where the payment is not heard of yet. */
export async function takeRefund(context: Context, order: store.OrderRow, payment_id: string, refund: Refund): Promise<string> {
  const status = refund.state === 'processed' ? 'PROCESSED' : refund.state === 'failed' ? 'FAILED' : 'REQUESTED';
  if (refund.amount <= 0 || refund.amount > order.amount) return 'wrong amount';
  // Of a payment that is not the order's own nothing was granted.
  if (order.payment_id !== null && order.payment_id !== payment_id) return 'refund of another payment';
  await store.storeRefund(context, order.id, { refund_id: refund.refund_id, amount: refund.amount, status });
  if (order.status === 'REFUNDED' || (await store.sumOfRefunds(context, order.id)) < order.amount) return `refund ${refund.state}`;
  await store.setRefunded(context, order.id, payment_id);
  if (order.status === 'PAID') {
    await endForOrder(context, order);
    await issueCreditNote(context, order);
  }
  return 'refunded';
}

/** An event of a provider, each once. Returns what came of it. */
export async function takeEvent(context: Context, { name: provider }: PaymentProvider, event: PaymentEvent): Promise<string> {
  return inTransaction(context, async (within) => {
    const payment_id = event.of === 'payment' ? event.payment.payment_id : event.of === 'refund' ? event.payment_id : null;
    const amount = event.of === 'payment' ? event.payment.amount : event.of === 'refund' ? event.refund.amount : null;
    const { event_id, kind } = event;
    const isNew = await store.insertEvent(within, { provider, event_id, kind, payment_id, amount, order_id: null, outcome: 'not ours' });
    if (!isNew) return 'taken before';
    if (event.of === 'other' || payment_id === null) return 'not ours';
    const order = await store.lockOrderAt(within, provider, { order: event.order_id, payment: payment_id });
    if (!order) return 'not ours';
    const outcome =
      event.of === 'payment' ? await takePayment(within, order, event.payment) : await takeRefund(within, order, payment_id, event.refund);
    await store.setOutcome(within, provider, event_id, order.id, outcome);
    return outcome;
  });
}

/** Takes what the provider answered of an order's payments, as it takes its events. */
async function takeAnswer(context: Context, { name: provider }: PaymentProvider, id: number, payments: readonly Payment[]): Promise<void> {
  await inTransaction(context, async (within) => {
    // One that was taken comes first: those that failed before it say nothing.
    for (const payment of payments.toSorted((one, other) => Number(other.state === 'captured') - Number(one.state === 'captured'))) {
      const order = await store.lockOrder(within, id);
      if (!order) return;
      const isUnderWay = payments.some(({ state }) => state === 'waiting');
      if (payment.state === 'failed' && isUnderWay) continue;
      const outcome = await takePayment(within, order, payment);
      if (outcome !== 'wrong amount' && outcome !== 'second payment') continue;
      // Kept for the operator's list, once for each payment.
      const event_id = createHash('sha256').update(`asked ${payment.payment_id} ${payment.amount}`).digest('hex');
      const { payment_id, amount } = payment;
      await store.insertEvent(within, { provider, event_id, kind: 'asked', order_id: id, payment_id, amount, outcome });
    }
  });
}

/** Asks the provider what was paid for an order, and takes it. Throws `PaymentFault` where it does not answer. */
export async function askProvider(context: Context, provider: PaymentProvider, order: store.OrderRow): Promise<void> {
  if (order.provider !== provider.name || order.provider_order_id === null) return;
  const payments = await provider.paymentsOf(order.provider_order_id, order.amount, context.now);
  await takeAnswer(context, provider, order.id, payments);
}
