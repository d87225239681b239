// Contents: a payment · a refund · an event of the provider · asking the provider
import { createHash } from 'node:crypto';
import { type ReturnReason, returnReasons } from '@abhyas/contract/payments/payments';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Payment, PaymentEvent, PaymentProvider, Refund } from '../../../integrations/payments/payments.ts';
import { isDeleted } from '../../institute/identity/identity.ts';
import { redeemCoupon } from '../pricing/pricing.ts';
import { endForOrder, openForOrder } from '../subscriptions/subscriptions.ts';
import { issueCreditNote, issueInvoice } from './invoices.ts';
import * as store from './payments.store.ts';
import { isReturned, noteReturn, takeReturn } from './returns.ts';

/** Whether the outcome of an event is a payment that must be refunded in full. */
export const isReturnReason = (outcome: string): outcome is ReturnReason => returnReasons.some((reason) => reason === outcome);

/** The outcome of a reported payment. */
export type Outcome = 'paid' | 'paid before' | 'refunded before' | 'returned before' | 'failed' | 'waiting' | ReturnReason;

/**
 * Settles a paid order: its coupon is used, its subscription opens, its invoice is written. The caller's transaction has locked the order
 * and its buyer. False, without a change, if the coupon has no use left for the buyer.
 */
export async function settlePaid(context: Context, order: store.OrderRow, payment_id: string | null): Promise<boolean> {
  const { id: order_id, coupon_id, user_id } = order;
  if (coupon_id !== null) {
    if (!(await redeemCoupon(context, { order_id, coupon_id, user_id }))) return false;
    await store.cancelOthers(context, { order_id, coupon_id, user_id });
  }
  await store.setPaid(context, order.id, payment_id);
  await openForOrder(context, order);
  if (order.amount > 0) await issueInvoice(context, order);
  return true;
}

/**
 * Processes a provider's report on a payment of a locked order. Its effect happens once, however often and in whichever order reports
 * arrive: a captured payment starts the subscription, or is refunded in full; one already refunded by the provider starts nothing.
 */
async function takePayment(context: Context, order: store.OrderRow, payment: Payment): Promise<Outcome> {
  if (payment.state === 'waiting') return 'waiting';
  if (await isReturned(context, order.id, payment.payment_id)) {
    // A page may have reported this payment again meanwhile.
    await store.setFailed(context, order.id);
    return 'returned before';
  }
  const isSettled = order.status === 'PAID' || order.status === 'REFUNDED';
  if (isSettled && order.payment_id === payment.payment_id) return order.status === 'PAID' ? 'paid before' : 'refunded before';
  if (payment.state === 'failed') {
    if (!isSettled) await store.setFailed(context, order.id);
    return 'failed';
  }
  const giveBack = async (reason: ReturnReason) => {
    await noteReturn(context, order, payment, reason);
    return reason;
  };
  if (isSettled && payment.state === 'refunded') return 'refunded before';
  if (isSettled) return giveBack('second payment');
  if (isDeleted(order.user_id) && payment.state === 'captured') return giveBack('account deleted');
  if (payment.amount !== order.amount || payment.currency !== 'INR') return giveBack('wrong amount');
  if (payment.state === 'refunded') {
    await store.setRefunded(context, order.id, payment.payment_id);
    return 'refunded before';
  }
  if (await settlePaid(context, order, payment.payment_id)) return 'paid';
  await store.setFailed(context, order.id);
  return giveBack('no use left');
}

/**
 * Processes a provider's report on a refund. A full refund ends its subscription, even if its payment was not reported yet. Other refunds of
 * a payment that is not the order's are not stored, because they would count as refunds of the order.
 */
export async function takeRefund(
  context: Context,
  order: store.OrderRow,
  payment_id: string,
  { isWhole, ...refund }: Refund & { isWhole: boolean },
): Promise<string> {
  const status = refund.state === 'processed' ? 'PROCESSED' : refund.state === 'failed' ? 'FAILED' : 'REQUESTED';
  if (await isReturned(context, order.id, payment_id)) {
    await takeReturn(context, order.id, payment_id, refund);
    return `return ${refund.state}`;
  }
  if (refund.amount <= 0 || refund.amount > order.amount) return 'wrong amount';
  const isFull = status === 'PROCESSED' && (isWhole || refund.amount === order.amount);
  // A payment other than the order's own opened nothing.
  if (order.payment_id === null ? !isFull : order.payment_id !== payment_id) return 'refund of another payment';
  await store.storeRefund(context, order.id, { refund_id: refund.refund_id, amount: refund.amount, status });
  const isAll = isFull || (await store.sumOfRefunds(context, order.id)) >= order.amount;
  if (order.status === 'REFUNDED' || !isAll) return `refund ${refund.state}`;
  await store.setRefunded(context, order.id, payment_id);
  if (order.status === 'PAID') {
    await endForOrder(context, order);
    await issueCreditNote(context, order);
  }
  return 'refunded';
}

/** Processes an event of a payment provider only once, and returns its outcome. */
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
      event.of === 'payment'
        ? await takePayment(within, order, event.payment)
        : await takeRefund(within, order, payment_id, { ...event.refund, isWhole: event.isWhole });
    await store.setOutcome(within, provider, event_id, order.id, outcome);
    return outcome;
  });
}

/** Processes the payments that the provider reported for an order, in the same way as the provider's events. */
async function takeAnswer(context: Context, { name: provider }: PaymentProvider, id: number, payments: readonly Payment[]): Promise<void> {
  await inTransaction(context, async (within) => {
    // Captured payments come first, since earlier failed ones then no longer matter.
    for (const payment of payments.toSorted((one, other) => Number(other.state === 'captured') - Number(one.state === 'captured'))) {
      const order = await store.lockOrder(within, id);
      if (!order) return;
      const isUnderWay = payments.some(({ state }) => state === 'waiting');
      if (payment.state !== 'captured' && isUnderWay) continue;
      const outcome = await takePayment(within, order, payment);
      if (!isReturnReason(outcome)) continue;
      // Stored for the operator's list, once for each payment.
      const event_id = createHash('sha256').update(`asked ${payment.payment_id} ${payment.amount}`).digest('hex');
      const { payment_id, amount } = payment;
      await store.insertEvent(within, { provider, event_id, kind: 'asked', order_id: id, payment_id, amount, outcome });
    }
  });
}

/** Fetches the payments of an order from the provider, and processes them. Throws `PaymentFault` if the provider does not respond. */
export async function askProvider(context: Context, provider: PaymentProvider, order: store.OrderRow): Promise<void> {
  if (order.provider !== provider.name || order.provider_order_id === null) return;
  const payments = await provider.paymentsOf(order.provider_order_id, order.amount, context.now);
  await takeAnswer(context, provider, order.id, payments);
}
