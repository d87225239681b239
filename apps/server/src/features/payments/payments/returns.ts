import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { type Payment, PaymentFault, type PaymentProvider, type Refund } from '../../../integrations/payments/payments.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import type { OrderRow } from './payments.store.ts';
import * as store from './returns.store.ts';

/** Why a payment opens nothing. */
export type ReturnReason = 'no use left' | 'second payment' | 'wrong amount';

const words: Record<ReturnReason, string> = {
  'no use left': 'The coupon of your order had been used up when your payment arrived, so nothing was opened',
  'second payment': 'Your order was paid already, so this payment opened nothing more',
  'wrong amount': 'It was not the amount of your order, so nothing was opened',
};

/** Minutes after which a return that was not confirmed is asked for again, and days until the operator has to look. */
const [minutesBetweenAsking, longestDays] = [1, 5];
const atOnce = 50;

/** Notes that a payment goes back whole, once, and tells the person. The order is held by the transaction. */
export async function noteReturn(context: Context, order: OrderRow, payment: Payment, reason: ReturnReason): Promise<void> {
  if (payment.amount <= 0) return;
  const { payment_id, amount } = payment;
  if (!(await store.insertReturn(context, { order_id: order.id, payment_id, amount, reason }))) return;
  const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: payment.currency }).format(amount / 100);
  await notify(context, [order.user_id], {
    type: 'PaymentReturnedNotification',
    title: 'Your payment goes back',
    message: `${words[reason]}. ${rupees} go back whole, the way you paid. Your bank may take some days.`,
    url: '/payment',
  });
}

const statusOf = { processed: 'PROCESSED', failed: 'FAILED', waiting: 'REQUESTED' } as const;

/** Takes what a provider says of the return of a payment. False where that payment was not to go back. */
export const takeReturn = (context: Context, order_id: number, payment_id: string, { refund_id, state }: Refund): Promise<boolean> =>
  store.storeReturn(context, { order_id, payment_id, provider_refund_id: refund_id, status: statusOf[state] });

export const isReturned = (context: Context, order_id: number, payment_id: string): Promise<boolean> =>
  store.hasReturn(context, order_id, payment_id);

/** Has the provider pay back what is to go back, of one order or of any. What it cannot do now is asked for again. */
export async function makeReturns(
  context: Context,
  provider: PaymentProvider,
  report: (fault: string) => void,
  order_id: number | null = null,
): Promise<void> {
  const { now } = context;
  const [before, after] = [new Date(now.getTime() - minutesBetweenAsking * 60_000), new Date(now.getTime() - longestDays * 86_400_000)];
  for (const due of await store.takeDueReturns(context, { provider: provider.name, order_id, before, after, most: atOnce })) {
    try {
      const refund = await provider.refund(due.payment_id, due.amount, `return-${due.id}`);
      await inTransaction(context, (within) => takeReturn(within, due.order_id, due.payment_id, refund));
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
      report(error.message);
    }
  }
}
