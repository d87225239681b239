// Contents: a coupon with one use · payments that start no subscription · random sequences of orders, reservations, payments and hooks
import { getMe } from '@abhyas/contract/institute/identity';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getReferralCode, getSubscriptionDetails } from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentFault } from '../../../integrations/payments/payments.ts';
import { bring, bringHook, makeCoupon, order, pay, sellPlan, standInWithHeldHooks, stateOf } from '../../../testing/payments.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../../../testing/story.ts';
import { settleUnsettled } from './payments.ts';

const held = standInWithHeldHooks();
const { hooks } = held;
/** The amount that the provider has refunded, by payment. */
const paidBack = new Map<string, number>();
let isProviderAway = false;
const provider: typeof held.provider = {
  ...held.provider,
  refund: async (payment_id, amount, receipt) => {
    if (isProviderAway) throw new PaymentFault('The provider is away.');
    paidBack.set(payment_id, amount);
    return held.provider.refund(payment_id, amount, receipt);
  },
};
const story = tellStory({ payments: provider, budgets: boundlessBudgets });
type Buyer = Visitor & { id: number };
let codes = 0;

beforeAll(() => sellPlan(story));
beforeEach(() => {
  hooks.length = 0;
  isProviderAway = false;
});

const nextCode = () => {
  codes += 1;
  return `C${String(codes).padStart(5, '0')}`;
};
const job = () => settleUnsettled({ db: story.database.db, now: story.now, random: () => 0.5 }, provider, () => {});
const hasPremium = async (person: Visitor) => (await person.call(getMe, {})).user.has_premium_access;

/** Open orders of one person with one coupon. Their referral codes differ, because an order with the same terms would be reused. */
async function ordersOf(buyer: Buyer, coupon: string, count: number) {
  const made = [];
  for (let at = 0; at < count; at += 1) {
    const { referral_code } = await (await story.student()).call(getReferralCode, {});
    made.push(await order(buyer, at === 0 ? { coupon, amount: 360_000 } : { coupon, referral_code, amount: 340_000 }));
  }
  return made;
}

describe('a coupon with one use', () => {
  test('is used once: only the first paid of five open orders counts, and the other four payments are refunded in full', async () => {
    const buyer = await story.student();
    const coupon = nextCode();
    await makeCoupon(story, { code: coupon, most_uses: 1 });
    const made = await ordersOf(buyer, coupon, 5);
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
    // Each order took the use from the previous order, which can then no longer be paid.
    expect(await Promise.all(made.map(async ({ id }) => (await stateOf(buyer, id)).status))).toEqual([
      ...Array(4).fill('FAILED'),
      'CREATED',
    ]);
    expect(await Promise.all(made.map(async ({ id }) => (await stateOf(buyer, id)).is_moved))).toEqual([true, true, true, true, false]);
    const payments = [];
    for (const { id } of made) payments.push(await pay(buyer, id));
    for (const payment of payments) await bring(buyer, payment);
    for (const hook of hooks.splice(0)) expect((await bringHook(story, hook)).statusCode).toBe(200);
    expect((await buyer.call(getSubscriptionDetails, {})).details.valid_until?.slice(0, 10)).toBe('2027-03-10');
    expect(await Promise.all(made.map(async ({ id }) => (await stateOf(buyer, id)).status))).toEqual([
      'PAID',
      ...Array(4).fill('REFUNDED'),
    ]);
    const returned = await Promise.all(made.map(async ({ id }) => (await stateOf(buyer, id)).returned));
    expect(returned).toEqual([null, ...Array(4).fill({ amount: 340_000, is_done: true, reason: 'no use left' })]);
    for (const [at, { razorpay_payment_id }] of payments.entries())
      expect(paidBack.get(razorpay_payment_id)).toBe(at === 0 ? undefined : made[at]?.amount);
    const told = (await buyer.call(getNotifications, {})).notifications.filter(({ type }) => type === 'PaymentReturnedNotification');
    expect(told.map(({ message }) => message)).toEqual(
      Array(4).fill(
        'Your coupon had no use left when your payment arrived, so nothing was opened. We refund ₹3,400.00 in full, the way you paid. Your bank may take some days.',
      ),
    );
  });

  test('is not lost to a late payment while another person holds it: the late payment is refunded', async () => {
    const [slow, other] = [await story.student(), await story.student()];
    const coupon = nextCode();
    await makeCoupon(story, { code: coupon, most_uses: 1 });
    const late = await order(slow, { coupon, amount: 360_000 });
    story.pass(31 * 60);
    const theirs = await order(other, { coupon, amount: 360_000 });
    expect(await bring(slow, await pay(slow, late.id))).toMatchObject({ status: 'REFUNDED' });
    expect(await bring(other, await pay(other, theirs.id))).toMatchObject({ status: 'PAID' });
    expect([await hasPremium(slow), await hasPremium(other)]).toEqual([false, true]);
  });
});

test('a payment that cannot be refunded now is requested again, and refunded once', async () => {
  const buyer = await story.student();
  const coupon = nextCode();
  await makeCoupon(story, { code: coupon, most_uses: 1 });
  const [first, second] = await ordersOf(buyer, coupon, 2);
  await bring(buyer, await pay(buyer, second?.id ?? 0));
  isProviderAway = true;
  const payment = await pay(buyer, first?.id ?? 0);
  expect(await bring(buyer, payment)).toMatchObject({ status: 'REFUNDED' });
  expect(paidBack.has(payment.razorpay_payment_id)).toBe(false);
  isProviderAway = false;
  story.pass(61);
  await job();
  expect(paidBack.get(payment.razorpay_payment_id)).toBe(360_000);
  for (const hook of hooks.splice(0)) await bringHook(story, hook);
  const { rows } = await story.database.pool.query('select status, amount, reason from refunds where payment_id = $1', [
    payment.razorpay_payment_id,
  ]);
  expect(rows).toEqual([{ status: 'PROCESSED', amount: 360_000, reason: 'no use left' }]);
});

test('a second payment of a paid order is refunded in full, and the person is notified', async () => {
  const buyer = await story.student();
  const made = await order(buyer);
  await bring(buyer, await pay(buyer, made.id));
  const [hook] = hooks;
  if (!hook) throw new Error('No hook');
  await story.database.pool.query("update payment_orders set payment_id = 'pay_before' where id = $1", [made.id]);
  await bringHook(story, hook);
  await job();
  const { rows } = await story.database.pool.query('select status, reason from refunds where order_id = $1', [made.id]);
  expect(rows).toEqual([{ status: 'PROCESSED', reason: 'second payment' }]);
  expect((await buyer.call(getNotifications, {})).notifications[0]).toMatchObject({ title: 'Your payment will be refunded' });
  expect(await stateOf(buyer, made.id)).toMatchObject({ status: 'PAID', returned: { amount: 400_000, reason: 'second payment' } });
  expect(await hasPremium(buyer)).toBe(true);
});

const people = 3;
const friends = 3;
const orders = fc.record({ act: fc.constant('order' as const), who: fc.nat(people - 1), friend: fc.option(fc.nat(friends - 1)) });
const pays = fc.record({ act: fc.constant('pay' as const), at: fc.nat(9) });
const hears = fc.record({ act: fc.constantFrom('page' as const, 'hook' as const, 'poll' as const), at: fc.nat(9) });
const passes = fc.record({ act: fc.constantFrom('wait' as const, 'job' as const) });
const acts = fc.oneof(
  { arbitrary: orders, weight: 5 },
  { arbitrary: pays, weight: 5 },
  { arbitrary: hears, weight: 3 },
  { arbitrary: passes, weight: 2 },
);
const cases = fc.record({
  most_uses: fc.integer({ min: 1, max: 2 }),
  acts: fc.array(fc.record({ what: acts, isAtOnce: fc.boolean() }), { minLength: 4, maxLength: 20 }),
});

test('in any sequence of orders, reservations, payments and hooks, no coupon exceeds its limit, and each payment gives one subscription or one refund', async () => {
  const buyers: Awaited<ReturnType<typeof story.student>>[] = [];
  while (buyers.length < people) buyers.push(await story.student());
  const referrals: string[] = [];
  while (referrals.length < friends) referrals.push((await (await story.student()).call(getReferralCode, {})).referral_code);
  let [subscribed, returned] = [0, 0];
  await fc.assert(
    fc.asyncProperty(cases, async ({ most_uses, acts: way }) => {
      hooks.length = 0;
      const coupon = nextCode();
      await makeCoupon(story, { code: coupon, most_uses });
      const made: { id: number; buyer: Buyer }[] = [];
      const payments: { buyer: Buyer; payment: Awaited<ReturnType<typeof pay>> }[] = [];
      type Picked = [(typeof made)[number]?, (typeof payments)[number]?, (typeof hooks)[number]?];
      const orRefused = (work: Promise<unknown>) =>
        work.catch((error: unknown) => {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
        });
      const carryOut = async (step: (typeof way)[number]['what']): Promise<unknown> => {
        if (step.act === 'order') {
          const buyer = buyers[step.who] as Buyer;
          const referral_code = step.friend === null ? undefined : referrals[step.friend];
          const wish = referral_code === undefined ? { coupon, amount: 360_000 } : { coupon, referral_code, amount: 340_000 };
          return orRefused(order(buyer, wish).then(({ id }) => made.some((one) => one.id === id) || made.push({ id, buyer })));
        }
        if (step.act === 'wait') return story.pass(31 * 60);
        if (step.act === 'job') return job();
        if (!('at' in step)) return undefined;
        const [one, paid, hook] = [made, payments, hooks].map((list) => list[step.at % Math.max(1, list.length)]) as Picked;
        if (step.act === 'pay' && one)
          return orRefused(pay(one.buyer, one.id).then((payment) => payments.push({ buyer: one.buyer, payment })));
        if (step.act === 'page' && paid) return bring(paid.buyer, paid.payment);
        if (step.act === 'hook' && hook) return bringHook(story, hook);
        if (step.act === 'poll' && one) return stateOf(one.buyer, one.id);
        return undefined;
      };
      for (let at = 0; at < way.length; at += 1) {
        const [first, second] = [way[at], way[at + 1]];
        if (first && second && first.isAtOnce) {
          at += 1;
          await Promise.all([carryOut(first.what), carryOut(second.what)]);
        } else if (first) await carryOut(first.what);
      }
      // Finally every hook is delivered.
      for (const hook of hooks.splice(0)) await bringHook(story, hook);
      story.pass(5 * 60);
      await job();
      for (const hook of hooks.splice(0)) await bringHook(story, hook);
      const { rows: uses } = await story.database.pool.query<{ paid: number; persons: number }>(
        `select count(*)::int as paid, count(distinct user_id)::int as persons from coupon_uses u join coupons c on c.id = u.coupon_id
         where c.code = $1 and held_until is null`,
        [coupon],
      );
      expect(uses[0]?.paid).toBeLessThanOrEqual(most_uses);
      expect(uses[0]?.paid).toBe(uses[0]?.persons);
      for (const { payment } of payments) {
        const { rows } = await story.database.pool.query<{ opened: number; back: number }>(
          `select (select count(*)::int from subscriptions s join payment_orders o on o.id = s.order_id where o.payment_id = $1) as opened,
             (select count(*)::int from refunds where payment_id = $1 and status = 'PROCESSED') as back`,
          [payment.razorpay_payment_id],
        );
        const { opened = 0, back = 0 } = rows[0] ?? {};
        expect(opened + back, JSON.stringify(way)).toBe(1);
        expect(paidBack.has(payment.razorpay_payment_id)).toBe(back === 1);
        subscribed += opened;
        returned += back;
      }
    }),
    { numRuns: 120 },
  );
  // Both outcomes must occur often, or the cases prove nothing.
  expect(Math.min(subscribed, returned)).toBeGreaterThan(10);
}, 240_000);
