import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isSame } from '../meetings/signed.ts';
import { type Payment, PaymentFault, type PaymentProvider, type RawPaymentHook, type Refund } from './payments.ts';
import { checkoutSignature, hookSignature, readRazorpayHook } from './razorpay.ts';

/** The lines of the stand-in's books, one for each event. */
type Line =
  | { is: 'order'; order_id: string; amount: number }
  /** Captured at `at`, in ms; null for one that failed. */
  | { is: 'payment'; order_id: string; payment_id: string; amount: number; at: number | null }
  | { is: 'refund'; order_id: string; payment_id: string; refund_id: string; amount: number };

/** How long a late payment is on its way. */
const lateMs = 20_000;

export interface StandInSettings {
  secret: Buffer;
  /** The file in which its books outlive the process; without it they are in memory. */
  file?: string;
  /** Delivers a signed hook to the server. */
  deliver: (hook: RawPaymentHook) => Promise<unknown>;
}

/** A provider that moves no money, for the demo. Orders, signatures, hooks and refunds have Razorpay's forms, under keys of its own. */
export function standInPayments({ secret, file, deliver }: StandInSettings): PaymentProvider {
  const keyOf = (of: string) => createHmac('sha256', secret).update(`stand-in payments: ${of}`).digest('hex');
  const [keySecret, hookSecret] = [keyOf('checkout'), keyOf('hooks')];
  const memory: Line[] = [];
  const write = (line: Line) => {
    if (file === undefined) memory.push(line);
    else appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  const lines = (): Line[] => {
    if (file === undefined) return memory;
    const whole = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return whole.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  };
  const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`;
  const orderOf = (order_id: string) => lines().find((line) => line.is === 'order' && line.order_id === order_id);
  const refundOf = (payment_id: string) => lines().find((line) => line.is === 'refund' && line.payment_id === payment_id);

  const stateAt = (at: number | null, now: Date): Payment['state'] =>
    at === null ? 'failed' : at <= now.getTime() ? 'captured' : 'waiting';

  async function tell(event: string, payload: Record<string, object>): Promise<void> {
    const contains = Object.keys(payload);
    const entities = Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }]));
    const body = Buffer.from(JSON.stringify({ entity: 'event', event, contains, payload: entities }));
    await deliver({ body, headers: { 'content-type': 'application/json', 'x-razorpay-signature': hookSignature(hookSecret, body) } });
  }

  return {
    name: 'stand-in',
    key_id: 'stand-in',
    async createOrder({ amount }) {
      const order_id = newId('order');
      write({ is: 'order', order_id, amount });
      return order_id;
    },
    isSigned: (order_id, payment_id, signature) => isSame(signature, checkoutSignature(keySecret, order_id, payment_id)),
    paymentsOf: async (order_id, _amount, now) =>
      lines().flatMap((line) =>
        line.is === 'payment' && line.order_id === order_id
          ? [
              {
                payment_id: line.payment_id,
                amount: line.amount,
                currency: 'INR',
                state: refundOf(line.payment_id) ? 'refunded' : stateAt(line.at, now),
              },
            ]
          : [],
      ),
    async refund(payment_id, amount) {
      const paid = lines().find((line) => line.is === 'payment' && line.payment_id === payment_id && line.at !== null);
      if (!paid) throw new PaymentFault('The stand-in has no such payment.');
      const known = refundOf(payment_id);
      const refund_id = known?.is === 'refund' ? known.refund_id : newId('rfnd');
      if (!known) write({ is: 'refund', order_id: paid.order_id, payment_id, refund_id, amount });
      const refund: Refund = { refund_id, amount, state: 'processed' };
      await tell('refund.processed', {
        refund: { id: refund_id, amount, payment_id, status: 'processed' },
        payment: { id: payment_id, order_id: paid.order_id, amount, currency: 'INR', status: 'refunded' },
      });
      return refund;
    },
    readHook: ({ body, headers }) => readRazorpayHook(body, headers['x-razorpay-signature'] ?? '', hookSecret),
    standIn: {
      async pay(order_id, outcome, now) {
        const order = orderOf(order_id);
        if (order?.is !== 'order') throw new PaymentFault('The stand-in has no such order.');
        const isPaid = lines().some((line) => line.is === 'payment' && line.order_id === order_id && line.at !== null);
        if (isPaid) throw new PaymentFault('This order is already paid.');
        const payment_id = newId('pay');
        const { amount } = order;
        const at = outcome === 'failed' ? null : now.getTime() + (outcome === 'paid_late' ? lateMs : 0);
        write({ is: 'payment', order_id, payment_id, amount, at });
        const payment = { id: payment_id, order_id, amount, currency: 'INR' };
        // A late payment sends no hook: the server has to ask for it.
        if (outcome === 'paid') await tell('payment.captured', { payment: { ...payment, status: 'captured' } });
        if (outcome === 'failed') await tell('payment.failed', { payment: { ...payment, status: 'failed' } });
        if (outcome === 'failed') return null;
        return {
          razorpay_order_id: order_id,
          razorpay_payment_id: payment_id,
          razorpay_signature: checkoutSignature(keySecret, order_id, payment_id),
        };
      },
    },
  };
}
