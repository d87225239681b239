import { say, type Sentence } from '@abhyas/exam/institute/sentence';
import type { ReturnReason } from '@abhyas/contract/payments/payments';
import type { Context } from '../../../context.ts';
import { type Payment, PaymentFault, type PaymentProvider, type Refund } from '../../../integrations/payments/payments.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import type { OrderRow } from './payments.store.ts';
import * as store from './returns.store.ts';

const sentences: Record<Exclude<ReturnReason, 'account deleted'>, (rupees: string) => Sentence> = {
  'no use left': (rupees) =>
    say`Your coupon had no use left when your payment arrived, so nothing was opened. We refund ${rupees} in full, the way you paid. Your bank may take some days.`,
  'second payment': (rupees) =>
    say`Your order was paid already, so this payment opened nothing more. We refund ${rupees} in full, the way you paid. Your bank may take some days.`,
  'wrong amount': (rupees) =>
    say`It was not the amount of your order, so nothing was opened. We refund ${rupees} in full, the way you paid. Your bank may take some days.`,
};

/** Minutes between two requests for a refund that is not confirmed, and days until the operator must check it. */
const [minutesBetweenAsking, longestDays] = [1, 5];
const atOnce = 50;

/** Records that a payment is to be returned in full, once, and notifies the person. The caller's transaction has locked the order. */
export async function noteReturn(context: Context, order: OrderRow, payment: Payment, reason: ReturnReason): Promise<void> {
  if (payment.amount <= 0) return;
  const { payment_id, amount } = payment;
  const isNew = await store.insertReturn(context, { order_id: order.id, payment_id, amount, reason });
  if (!isNew || reason === 'account deleted') return;
  const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: payment.currency }).format(amount / 100);
  await notify(context, [order.user_id], {
    type: 'PaymentReturnedNotification',
    title: say`Your payment will be refunded`,
    message: sentences[reason](rupees),
    url: '/payment',
  });
}

const statusOf = { processed: 'PROCESSED', failed: 'FAILED', waiting: 'REQUESTED' } as const;

/** Stores a hook about a refund of a payment that is returned. */
export const takeReturn = (context: Context, order_id: number, payment_id: string, { refund_id, state, amount }: Refund): Promise<void> =>
  store.storeReturn(context, { order_id, payment_id, provider_refund_id: refund_id, amount, status: statusOf[state], isAnswer: false });

export const isReturned = (context: Context, order_id: number, payment_id: string): Promise<boolean> =>
  store.hasReturn(context, order_id, payment_id);

/**
 * Requests due refunds from the provider, for one order or for all. A failed request is repeated later. A defect does not delay the other
 * returns, and is thrown at the end.
 */
export async function makeReturns(
  context: Context,
  provider: PaymentProvider,
  report: (fault: string) => void,
  of_order: number | null = null,
): Promise<void> {
  const { now } = context;
  const [before, after] = [new Date(now.getTime() - minutesBetweenAsking * 60_000), new Date(now.getTime() - longestDays * 86_400_000)];
  const defects: unknown[] = [];
  for (const due of await store.takeDueReturns(context, { provider: provider.name, order_id: of_order, before, after, most: atOnce })) {
    try {
      const { order_id, payment_id, amount } = due;
      const { refund_id, state } = await provider.refund(payment_id, amount, `return-${due.id}`);
      const answer = { order_id, payment_id, provider_refund_id: refund_id, amount, status: statusOf[state], isAnswer: true };
      await store.storeReturn(context, answer);
    } catch (error) {
      if (error instanceof PaymentFault) report(error.message);
      else defects.push(error);
    }
  }
  if (defects.length > 0) throw new AggregateError(defects, `${defects.length} payments could not be returned`);
}
