// Contents: a provider with books · acts · random sequences
import { createHash, randomUUID } from 'node:crypto';
import { createOrder, getOrder, updateUserSubscription } from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { PaymentProvider, RawPaymentHook, Refund } from '../../../integrations/payments/payments.ts';
import { checkoutSignature, hookSignature, readRazorpayHook } from '../../../integrations/payments/razorpay.ts';
import { bringHook, hasPremium, operatorIn, sellPlan } from '../../../testing/payments.ts';
import { boundlessBudgets, tellStory } from '../../../testing/story.ts';
import { refundOrder, settleUnsettled } from './payments.ts';

interface BookedPayment {
  id: string;
  order_id: string;
  amount: number;
  state: 'failed' | 'captured';
  refunds: Refund[];
}

const price = 400_000;
const [keySecret, hookSecret] = ['checkout', 'hooks'];
/** The provider's books, of all cases. */
const payments: BookedPayment[] = [];
let hooks: RawPaymentHook[] = [];
/** Whether the provider confirms a refund only by a later hook. */
let isSlow = false;

const refundedOf = ({ refunds }: BookedPayment, isWanted = ({ state }: Refund) => state !== 'failed') =>
  refunds.filter(isWanted).reduce((sum, { amount }) => sum + amount, 0);
const capturedOf = (order_id: string) => payments.filter((payment) => payment.order_id === order_id && payment.state === 'captured');
const keptOf = (payment: BookedPayment) => payment.amount - refundedOf(payment, ({ state }) => state === 'processed');

function tell(event: string, payment: BookedPayment, status: string, refund?: Refund): void {
  const { id, order_id, amount } = payment;
  const entity = { id, order_id, amount, currency: 'INR', status: keptOf(payment) === 0 ? 'refunded' : status };
  const told = refund && { id: refund.refund_id, amount: refund.amount, payment_id: id, status: refund.state };
  const payload = { payment: { entity }, ...(told ? { refund: { entity: told } } : {}) };
  const body = Buffer.from(JSON.stringify({ entity: 'event', event, at: hooks.length, payload }));
  hooks.push({ body, headers: { 'content-type': 'application/json', 'x-razorpay-signature': hookSignature(hookSecret, body) } });
}

function makeRefund(payment: BookedPayment, amount: number, end: 'processed' | 'failed'): Refund {
  const refund: Refund = { refund_id: randomUUID(), amount, state: 'waiting' };
  payment.refunds.push(refund);
  tell('refund.created', payment, 'captured', { ...refund });
  const asAnswered = { ...refund };
  refund.state = end;
  tell(`refund.${end}`, payment, 'captured', { ...refund });
  return isSlow ? asAnswered : { ...refund };
}

const provider: PaymentProvider = {
  name: 'stand-in',
  key_id: 'key',
  standIn: null,
  createOrder: async () => randomUUID(),
  isSigned: (order_id, payment_id, signature) => checkoutSignature(keySecret, order_id, payment_id) === signature,
  paymentsOf: async (order_id) =>
    payments
      .filter((payment) => payment.order_id === order_id)
      .map((payment) => ({
        payment_id: payment.id,
        amount: payment.amount,
        currency: 'INR',
        state: keptOf(payment) === 0 ? 'refunded' : payment.state,
      })),
  refund: async (payment_id, amount) => {
    const payment = payments.find(({ id }) => id === payment_id);
    if (!payment) throw new Error('An unknown payment was refunded');
    const [first] = payment.refunds.filter(({ state }) => state !== 'failed');
    const rest = amount - refundedOf(payment);
    return first && rest <= 0 ? { ...first } : makeRefund(payment, rest, 'processed');
  },
  readHook: ({ body, headers }) => readRazorpayHook(body, headers['x-razorpay-signature'] ?? '', hookSecret),
};
const story = tellStory({ payments: provider, budgets: boundlessBudgets });
beforeAll(() => sellPlan(story));

const query = async (text: string, values: unknown[]) => (await story.database.pool.query(text, values)).rows;
const job = () => settleUnsettled({ db: story.database.db, now: story.now, random: () => 0.5 }, provider, () => {});
const orRefused = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
  });

/** An order of a new student, with the provider's id. */
async function newOrder() {
  const buyer = await story.student();
  const { id } = (await buyer.call(createOrder, { amount: price })).order;
  const [row] = await query('select provider_order_id from payment_orders where id = $1', [id]);
  return { buyer, id, order_id: row.provider_order_id as string };
}

function capture(order_id: string): BookedPayment {
  const payment: BookedPayment = { id: randomUUID(), order_id, amount: price, state: 'captured', refunds: [] };
  payments.push(payment);
  tell('payment.authorized', payment, 'authorized');
  tell('payment.captured', payment, 'captured');
  tell('order.paid', payment, 'captured');
  return payment;
}

/** Delivers what the provider has sent so far, in an order that `salt` decides, some hooks twice. */
async function deliverAll(salt: string): Promise<void> {
  const placeOf = ({ body }: RawPaymentHook) => createHash('sha256').update(salt).update(body).digest('hex');
  const sent = [...hooks, ...hooks.filter((_hook, at) => at % 3 === 0)].toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));
  for (const hook of sent) expect((await bringHook(story, hook)).statusCode).toBe(200);
}

const act = fc.oneof(
  fc.record({ act: fc.constant('capture'), at: fc.nat(9) }),
  fc.record({ act: fc.constantFrom('fail', 'operator', 'job', 'poll'), at: fc.nat(9) }),
  fc.record({ act: fc.constantFrom('hook', 'page'), at: fc.nat(9) }),
  fc.record({ act: fc.constantFrom('refund', 'part of it', 'refund that fails'), at: fc.nat(9) }),
);

test('reordered, repeated and late hooks agree with the provider in the end: each kept payment has Premium and an invoice', async () => {
  let [open, closed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 10 }), fc.uuid(), fc.boolean(), async (acts, salt, slow) => {
      [hooks, isSlow] = [[], slow];
      const { buyer, id, order_id } = await newOrder();
      for (const step of acts) {
        const captured = capturedOf(order_id);
        const [one, hook] = [captured[step.at % Math.max(1, captured.length)], hooks[step.at % Math.max(1, hooks.length)]];
        const rest = one ? one.amount - refundedOf(one) : 0;
        if (step.act === 'capture' && captured.length < 2) capture(order_id);
        if (step.act === 'fail') {
          const failed: BookedPayment = { id: randomUUID(), order_id, amount: price, state: 'failed', refunds: [] };
          payments.push(failed);
          tell('payment.failed', failed, 'failed');
        }
        if (step.act === 'refund' && one && rest > 0) makeRefund(one, rest, 'processed');
        if (step.act === 'part of it' && one && rest === price) makeRefund(one, price / 4, 'processed');
        if (step.act === 'refund that fails' && one && rest > 0) makeRefund(one, rest, 'failed');
        if (step.act === 'operator') await orRefused(refundOrder(operatorIn(story), provider, id, 'Asked for'));
        if (step.act === 'hook' && hook) await bringHook(story, hook);
        if (step.act === 'page' && one) {
          const razorpay_signature = checkoutSignature(keySecret, order_id, one.id);
          await buyer.call(updateUserSubscription, { razorpay_order_id: order_id, razorpay_payment_id: one.id, razorpay_signature });
        }
        if (step.act === 'job' || step.act === 'poll') story.pass(61);
        if (step.act === 'job') await job();
        if (step.act === 'poll') await buyer.call(getOrder, { id });
      }
      for (let round = 0; round < 3; round += 1) {
        await deliverAll(`${salt} ${round}`);
        story.pass(5 * 60);
        await job();
      }
      const kept = capturedOf(order_id).filter((payment) => keptOf(payment) > 0);
      const [rows] = await query(
        `select (select count(*)::int from subscriptions where order_id = $1) as opened,
           (select count(*)::int from subscriptions where order_id = $1 and cut_at is null) as lasting,
           (select count(*)::int from invoices where order_id = $1 and kind = 'INVOICE') as invoices,
           (select count(*)::int from invoices where order_id = $1 and kind = 'CREDIT_NOTE') as notes,
           (select count(*)::int from refunds where order_id = $1 and status = 'REQUESTED') as waiting`,
        [id],
      );
      const lasting = kept.length;
      expect({ ...rows, kept: kept.length }).toEqual({
        opened: expect.any(Number),
        lasting,
        invoices: rows.opened,
        notes: rows.opened - lasting,
        waiting: 0,
        kept: Math.min(1, lasting),
      });
      expect(rows.opened).toBeLessThanOrEqual(1);
      expect(await hasPremium(buyer)).toBe(lasting === 1);
      if (lasting === 1) open += 1;
      else if (capturedOf(order_id).length > 0) closed += 1;
    }),
    { numRuns: 120 },
  );
  // Both outcomes must occur often, or the cases prove nothing.
  expect(Math.min(open, closed)).toBeGreaterThan(5);
}, 240_000);
