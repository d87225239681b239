import { Problem } from '@abhyas/contract/problem';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person, StudentContext } from '../../../context.ts';
import type { OpenDatabase } from '../../../database/open.ts';
import { boundlessBudgets, storySecret } from '../../../testing/story.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { PaymentEvent } from '../../../integrations/payments/payments.ts';
import { standInPayments } from '../../../integrations/payments/stand-in.ts';
import { offerPlan, storePlan } from '../pricing/pricing.ts';
import { bringPayment, makeOrder, orderState, refundOrder, settleUnsettled } from './payments.ts';
import { takeEvent } from './settling.ts';

const now = new Date('2027-01-10T04:00:00Z');
let database: OpenDatabase;
const contextOf = () => ({ db: database.db, now, random: () => 0.5 });
const operator = () => ({ ...contextOf(), actor: { user_id: null, role: 'operator' as const, institute_id: null, reason: null } });

beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
  await storePlan(operator(), 'premium', { name: 'Premium', header: 'All of it', price: 600_000, offer_price: 400_000 });
  await offerPlan(operator(), 'premium');
});
afterAll(() => database.close());

const studentContext = (id: number): StudentContext =>
  ({
    ...contextOf(),
    student: { id, name: 'Asha', phone: null } as Person,
    budgets: boundlessBudgets,
    address: '127.0.0.1',
    report: () => {},
  }) as unknown as StudentContext;

/** The events of an order, in any order and any number of times. */
const steps = ['page', 'hook', 'poll', 'job', 'wrong signature', 'wrong amount', 'refund', 'refund hook', 'refund by command'] as const;
const cases = fc.record({
  outcome: fc.constantFrom('paid', 'paid', 'paid', 'failed', 'nothing' as const),
  steps: fc.array(fc.record({ step: fc.constantFrom(...steps), isAtOnce: fc.boolean() }), { maxLength: 7 }),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Runs the steps of one case, and returns the outcome and the expected outcome. */
async function go({ outcome, steps: way }: Case, user_id: number) {
  const hooks: PaymentEvent[] = [];
  const standIn = standInPayments({
    secret: storySecret,
    deliver: async (hook) => void hooks.push(standIn.readHook(hook)),
  });
  // Each case has a separate provider name, so that the jobs of parallel cases do not ask for this order at another stand-in.
  const provider = { ...standIn, name: `stand-in of ${user_id}` as 'stand-in' };
  const context = studentContext(user_id);
  const { order } = await makeOrder(context, provider, { amount: 400_000 });
  const named = (await orderState(context, provider, order.id)).checkout?.order_id ?? '';
  const signed = outcome === 'nothing' ? null : await provider.standIn?.pay(named, outcome, now);
  const paid = [...hooks];
  const refunds: PaymentEvent[] = [];
  let [isHeardOf, isRefunded, isRefundHeardOf] = [false, false, false];
  const hear = () => {
    if (signed && !isRefunded) isHeardOf = true;
    // The provider reports the refund of a payment unknown to the server. The server does not ask about a paid order.
    if (isRefunded && !isHeardOf) isRefundHeardOf = true;
  };
  const refund = async () => {
    if (!signed) return;
    isRefunded = true;
    hooks.length = 0;
    await provider.refund(signed.razorpay_payment_id, 400_000, 'by hand');
    refunds.push(...hooks);
  };
  const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(Problem);
  const act: Record<(typeof steps)[number], () => Promise<unknown>> = {
    page: async () => {
      hear();
      if (signed) await bringPayment(context, provider, signed);
    },
    hook: async () => {
      if (signed && !isRefundHeardOf) isHeardOf = true;
      for (const event of paid) await takeEvent(contextOf(), provider, event);
    },
    poll: async () => {
      hear();
      await database.pool.query('update payment_orders set asked_at = null where id = $1', [order.id]);
      await orderState(context, provider, order.id);
    },
    job: async () => {
      hear();
      await database.pool.query('update payment_orders set asked_at = null where id = $1', [order.id]);
      await settleUnsettled(contextOf(), provider, () => {});
    },
    'wrong signature': () =>
      refused(bringPayment(context, provider, { ...(signed ?? other), razorpay_order_id: named, razorpay_signature: 'ab' })),
    'wrong amount': () =>
      takeEvent(contextOf(), provider, {
        event_id: `wrong ${named}`,
        kind: 'payment.captured',
        of: 'payment',
        order_id: named,
        payment: { payment_id: 'pay_other', amount: 399_999, currency: 'INR', state: 'captured' },
      }),
    refund,
    'refund hook': async () => {
      if (refunds.length > 0) isRefundHeardOf = true;
      for (const event of refunds) await takeEvent(contextOf(), provider, event);
    },
    'refund by command': async () => {
      const isPossible = isHeardOf && !isRefundHeardOf;
      if (isPossible) [isRefunded, isRefundHeardOf] = [true, true];
      hooks.length = 0;
      const asked = refundOrder(operator(), provider, order.id, 'Asked for');
      await (isPossible ? asked : refused(asked));
      if (isPossible && refunds.length === 0) refunds.push(...hooks);
    },
  };
  // The outcome of a step must not depend on a parallel one, so the steps of a refund, and those after it, run alone.
  const isAlone = (step: (typeof steps)[number]) => isRefunded || step.startsWith('refund');
  for (let at = 0; at < way.length; at += 1) {
    const [first, second] = [way[at], way[at + 1]];
    if (!first) break;
    if (second && first.isAtOnce && !isAlone(first.step) && !isAlone(second.step)) {
      await Promise.all([act[first.step](), act[second.step]()]);
      at += 1;
    } else await act[first.step]();
  }
  await act.job();
  const { rows } = await database.pool.query<{ made: number; lasting: number; premium: Date | null; invoices: number; status: string }>(
    `select (select count(*)::int from subscriptions where order_id = o.id) as made,
      (select count(*)::int from subscriptions where order_id = o.id and ends_at > $2) as lasting,
      (select count(*)::int from invoices where order_id = o.id and kind = 'INVOICE') as invoices,
      u.premium_until as premium, o.status
     from payment_orders o join users u on u.id = o.user_id where o.id = $1`,
    [order.id, now],
  );
  return { came: rows[0], shouldLast: isHeardOf && !isRefundHeardOf, shouldBeMade: isHeardOf };
}
const other = { razorpay_order_id: '', razorpay_payment_id: 'pay_other', razorpay_signature: '' };

test('a thousand sequences of pages, hooks, refunds and faults each end in exactly one subscription or none', async () => {
  const ways = fc.sample(cases, 1000);
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into users (name, course) select 'Asha', 'ENG' from generate_series(1, 1000) returning id",
  );
  let lasting = 0;
  const next = ways.entries();
  const worker = async () => {
    for (const [at, way] of next) {
      const { came, shouldLast, shouldBeMade } = await go(way, rows[at]?.id ?? 0);
      const said = `${JSON.stringify(way)} came to ${JSON.stringify(came)}`;
      expect(came?.lasting, said).toBe(shouldLast ? 1 : 0);
      expect(came?.premium !== null && came !== undefined && came.premium > now, said).toBe(shouldLast);
      expect(came?.made, said).toBe(shouldBeMade ? 1 : 0);
      expect(came?.invoices, said).toBe(came?.made);
      lasting += came?.lasting ?? 0;
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  // Both outcomes must occur often, or the cases prove nothing.
  expect(lasting).toBeGreaterThan(100);
  expect(lasting).toBeLessThan(900);
}, 120_000);
