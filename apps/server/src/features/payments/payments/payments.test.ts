// Contents: the plan · a purchase · codes · ownership · hooks · refunds · a provider that does not answer · invoices · limits
import { createHmac } from 'node:crypto';
import { getMe } from '@abhyas/contract/institute/identity';
import {
  createOrder,
  getInvoice,
  getOrder,
  getReferralCode,
  getSubscriptionDetails,
  payAtStandIn,
  updateUserSubscription,
  validateCoupon,
  validateReferral,
} from '@abhyas/contract/payments/payments';
import { checkOfflinePractice, getOfflinePractice } from '@abhyas/contract/practice/practice';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentFault } from '../../../integrations/payments/payments.ts';
import { attempt } from '../../../testing/attempts.ts';
import { bring, bringHook, buy, makeCoupon, order, pay, sellPlan, standInWithHeldHooks, stateOf } from '../../../testing/payments.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { storePlan } from '../pricing/pricing.ts';
import { give } from '../subscriptions/subscriptions.ts';
import { refundOrder, settleUnsettled } from './payments.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });
type Buyer = Visitor & { id: number };
let buyer: Buyer;

const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const operator = () => ({ ...contextOf(), actor: { user_id: null, role: 'operator' as const, institute_id: null, reason: null } });
const hasPremium = async (person: Visitor) => (await person.call(getMe, {})).user.has_premium_access;
const count = async (table: 'subscriptions' | 'invoices' | 'coupon_uses' | 'refunds', order_id: number) =>
  Number((await story.database.pool.query<{ n: string }>(`select count(*) as n from ${table} where order_id = $1`, [order_id])).rows[0]?.n);
const detailsOf = (person: Visitor) => person.call(getSubscriptionDetails, {});

test('while nothing is sold, nothing can be bought', async () => {
  const student = await story.student();
  const details = await detailsOf(student);
  expect(details).toMatchObject({ plan: null, can_pay: false, has_valid_subscription: false, orders: [] });
  await expect(order(student)).rejects.toMatchObject({ code: 'not_possible' });
});

describe('with a plan', () => {
  beforeAll(() => sellPlan(story));
  beforeEach(async () => {
    buyer = await story.student();
    hooks.length = 0;
  });

  test('a plan without a length lasts two months, and its validity is shown as if it were paid now', async () => {
    const { plan, can_pay } = await detailsOf(buyer);
    expect(can_pay).toBe(true);
    expect(plan).toMatchObject({ price: 600_000, offer_price: 400_000, currency: 'INR', referralReward: 20_000, number_of_months: 2 });
    expect(plan?.validity).toBe('2027-03-10T04:00:00.000Z');
  });

  test('an order that both the page and the webhook report as paid gives one subscription, with validity and amount of the plan', async () => {
    const made = await order(buyer);
    expect(made).toMatchObject({ status: 'CREATED', amount: 400_000, is_on_its_way: false, has_invoice: false });
    const { checkout } = await buyer.call(getOrder, { id: made.id });
    expect(checkout).toMatchObject({
      amount: 400_000,
      currency: 'INR',
      prefill: { name: 'Asha', email: '' },
      notes: { number_of_months: '2' },
    });
    expect(checkout?.prefill.contact).toMatch(/^\+91\d{10}$/);
    expect(checkout?.notes.split_token).toMatch(/^[\w-]{22}$/);
    const payment = await pay(buyer, made.id);
    expect(await hasPremium(buyer)).toBe(false);
    expect(await bring(buyer, payment)).toMatchObject({ status: 'PAID', valid_until: '2027-03-10T04:00:00.000Z', has_invoice: true });
    for (const hook of hooks) expect((await bringHook(story, hook)).statusCode).toBe(200);
    expect(await hasPremium(buyer)).toBe(true);
    expect(await count('subscriptions', made.id)).toBe(1);
    expect(await count('invoices', made.id)).toBe(1);
    const details = await detailsOf(buyer);
    expect(details).toMatchObject({ has_valid_subscription: true, valid_until: '2027-03-10T04:00:00.000Z', plan_amount: 400_000 });
    expect(details.orders.map(({ id }) => id)).toEqual([made.id]);
    expect((await buyer.call(getOrder, { id: made.id })).checkout).toBeNull();
  });

  test('a second purchase begins when the first ends', async () => {
    await buy(story, buyer, hooks);
    await buy(story, buyer, hooks);
    expect((await detailsOf(buyer)).valid_until).toBe('2027-05-10T04:00:00.000Z');
  });

  test('reporting a payment again, and its hook again, changes nothing', async () => {
    const { id, payment } = await buy(story, buyer, hooks);
    const before = await detailsOf(buyer);
    await bring(buyer, payment);
    await bring(buyer, payment);
    expect(await detailsOf(buyer)).toEqual(before);
    expect([await count('subscriptions', id), await count('invoices', id)]).toEqual([1, 1]);
  });

  test('the same request gets the same order while it is open', async () => {
    const first = await order(buyer);
    expect((await order(buyer)).id).toBe(first.id);
    story.pass(31 * 60);
    expect((await order(buyer)).id).not.toBe(first.id);
  });

  test('the server sets the amount: another amount from the page is refused', async () => {
    for (const amount of [0, 100, 399_999, 400_001])
      await expect(order(buyer, { amount })).rejects.toMatchObject({ code: 'price_changed' });
    expect((await detailsOf(buyer)).orders).toEqual([]);
  });

  test('a failed payment takes no money, and the next order is a new one', async () => {
    const first = await order(buyer);
    expect((await buyer.call(payAtStandIn, { id: first.id, outcome: 'failed' })).payment).toBeNull();
    for (const hook of hooks) await bringHook(story, hook);
    expect(await stateOf(buyer, first.id)).toMatchObject({ status: 'FAILED' });
    expect((await order(buyer)).id).not.toBe(first.id);
    expect(await hasPremium(buyer)).toBe(false);
  });

  test('a late payment is on its way until the provider confirms it', async () => {
    const made = await order(buyer);
    const { payment } = await buyer.call(payAtStandIn, { id: made.id, outcome: 'paid_late' });
    if (!payment) throw new Error('No payment');
    expect(await bring(buyer, payment)).toMatchObject({ status: 'CREATED', is_on_its_way: true });
    expect((await detailsOf(buyer)).orders).toMatchObject([{ id: made.id, is_on_its_way: true }]);
    expect((await buyer.call(getOrder, { id: made.id })).checkout).toBeNull();
    story.pass(21);
    expect(await stateOf(buyer, made.id)).toMatchObject({ status: 'PAID', is_on_its_way: false });
  });

  describe('codes', () => {
    test('a coupon takes its percentage off the offer price, may be typed in small letters, and works once for each person', async () => {
      await makeCoupon(story, { code: 'NEET27' });
      expect(await buyer.call(validateCoupon, { coupon: 'neet27' })).toMatchObject({
        is_coupon_valid: true,
        offer_percentage: 10,
        offer_amount: 0,
        message: 'Coupon Applied',
      });
      const { id } = await buy(story, buyer, hooks, { coupon: 'neet27', amount: 360_000 });
      expect(await count('coupon_uses', id)).toBe(1);
      expect(await stateOf(buyer, id)).toMatchObject({ price: 600_000, offer_discount: 200_000, coupon_discount: 40_000, amount: 360_000 });
      expect(await buyer.call(validateCoupon, { coupon: 'NEET27' })).toMatchObject({
        is_coupon_valid: false,
        message: 'Invalid Coupon Code',
      });
      await expect(order(buyer, { coupon: 'NEET27', amount: 360_000 })).rejects.toMatchObject({ code: 'invalid_coupon' });
    });

    test('a coupon of 100 percent needs no provider: the subscription opens at once, without an invoice', async () => {
      await makeCoupon(story, { code: 'FREE27', percent: 100 });
      const made = await order(buyer, { coupon: 'FREE27', amount: 0 });
      expect(made).toMatchObject({ status: 'PAID', amount: 0, has_invoice: false });
      expect(await hasPremium(buyer)).toBe(true);
    });

    test.each([
      ['not begun', { starts_at: new Date('2027-02-01T00:00:00Z') }],
      ['over', { ends_at: new Date('2027-01-01T00:00:00Z') }],
    ])('a coupon that is %s is invalid', async (what, dates) => {
      const code = what === 'over' ? 'OVER27' : 'SOON27';
      await makeCoupon(story, { code, ...dates });
      expect((await buyer.call(validateCoupon, { coupon: code })).is_coupon_valid).toBe(false);
    });

    test('only one of fifty parallel orders gets the last use of a coupon', async () => {
      await makeCoupon(story, { code: 'LAST01', most_uses: 1 });
      const people = await Promise.all(Array.from({ length: 50 }, () => story.student()));
      const made = await Promise.allSettled(people.map((person) => order(person, { coupon: 'LAST01', amount: 360_000 })));
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refusals = made.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
      expect(new Set(refusals)).toEqual(new Set(['invalid_coupon']));
    });

    test('an unpaid order holds its use of a coupon for half an hour; a later payment still counts unless another person has the use', async () => {
      await makeCoupon(story, { code: 'HOLD01', most_uses: 1 });
      const slow = await order(buyer, { coupon: 'HOLD01', amount: 360_000 });
      const other = await story.student();
      await expect(order(other, { coupon: 'HOLD01', amount: 360_000 })).rejects.toMatchObject({ code: 'invalid_coupon' });
      story.pass(31 * 60);
      expect(await bring(buyer, await pay(buyer, slow.id))).toMatchObject({ status: 'PAID', amount: 360_000 });
      await expect(order(other, { coupon: 'HOLD01', amount: 360_000 })).rejects.toMatchObject({ code: 'invalid_coupon' });
    });

    test('a free order can be repeated only once its subscription has ended', async () => {
      const { referral_code } = await (await story.student()).call(getReferralCode, {});
      await storePlan(operator(), 'premium', { referral_reward: 400_000 });
      const free = { referral_code, amount: 0 };
      expect((await order(buyer, free)).status).toBe('PAID');
      await expect(order(buyer, free)).rejects.toMatchObject({ code: 'not_possible' });
      await story.database.db.updateTable('subscriptions').set({ ends_at: story.now }).where('user_id', '=', buyer.id).execute();
      expect((await order(buyer, free)).status).toBe('PAID');
      await storePlan(operator(), 'premium', { referral_reward: 20_000 });
    });

    test("another person's referral code takes its reward off for the buyer; the buyer's own code is refused", async () => {
      const friend = await story.student();
      const { referral_code, referralReward } = await friend.call(getReferralCode, {});
      expect(referral_code).toMatch(/^[A-Z0-9]{6}$/);
      expect(referralReward).toBe(20_000);
      expect((await friend.call(getReferralCode, {})).referral_code).toBe(referral_code);
      expect(await buyer.call(validateReferral, { referral_code: referral_code.toLowerCase() })).toMatchObject({
        validReferral: true,
        referralReward: 20_000,
        message: 'Referral Applied',
      });
      expect(await friend.call(validateReferral, { referral_code })).toMatchObject({
        validReferral: false,
        message: 'Invalid Referral Code',
      });
      await expect(order(friend, { referral_code, amount: 380_000 })).rejects.toMatchObject({ code: 'invalid_referral' });
      const { id } = await buy(story, buyer, hooks, { referral_code, amount: 380_000 });
      expect(await stateOf(buyer, id)).toMatchObject({ referral_discount: 20_000, amount: 380_000 });
      expect(await hasPremium(friend)).toBe(false);
    });

    test('at most sixty of a hundred parallel tries are checked', async () => {
      await makeCoupon(story, { code: 'SIXTY1' });
      const tried = await Promise.allSettled(Array.from({ length: 100 }, () => buyer.call(validateCoupon, { coupon: 'SIXTY1' })));
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    });

    test('codes cannot be guessed: after twenty wrong codes the person must wait; correct codes do not count', async () => {
      await makeCoupon(story, { code: 'GOOD01' });
      for (let tried = 0; tried < 30; tried += 1) await buyer.call(validateCoupon, { coupon: 'GOOD01' });
      for (let tried = 0; tried < 10; tried += 1) {
        await buyer.call(validateCoupon, { coupon: `BAD${tried}` });
        await buyer.call(validateReferral, { referral_code: `BAD${tried}` });
      }
      await expect(buyer.call(validateCoupon, { coupon: 'GOOD01' })).rejects.toMatchObject({ code: 'too_many_requests' });
      await expect(order(buyer, { coupon: 'BAD999' })).rejects.toMatchObject({ code: 'too_many_requests' });
      expect((await order(buyer)).status).toBe('CREATED');
    });
  });

  describe('the owner of an order', () => {
    test('is the only person who sees it, pays it or reports its payment', async () => {
      const made = await order(buyer);
      const payment = await pay(buyer, made.id);
      const thief = await story.student();
      for (const call of [getOrder, getInvoice])
        await expect(thief.call(call, { id: made.id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(thief.call(payAtStandIn, { id: made.id, outcome: 'paid' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(thief.call(updateUserSubscription, payment)).rejects.toMatchObject({ code: 'not_found' });
      expect(await hasPremium(thief)).toBe(false);
    });

    test('cannot use the payment of one order for a cheaper order', async () => {
      const { payment } = await buy(story, buyer, hooks);
      await makeCoupon(story, { code: 'CHEAP1', percent: 90 });
      const cheap = await order(buyer, { coupon: 'CHEAP1', amount: 40_000 });
      const { checkout } = await buyer.call(getOrder, { id: cheap.id });
      const swapped = { ...payment, razorpay_order_id: checkout?.order_id ?? '' };
      await expect(buyer.call(updateUserSubscription, swapped)).rejects.toMatchObject({ code: 'payment_refused' });
      expect(await stateOf(buyer, cheap.id)).toMatchObject({ status: 'CREATED', is_on_its_way: false });
      expect((await detailsOf(buyer)).valid_until).toMatch(/^2027-03/);
    });

    test('gets nothing for a signature that is not the provider’s', async () => {
      const made = await order(buyer);
      const payment = await pay(buyer, made.id);
      const forged = createHmac('sha256', 'stand-in').update(`${payment.razorpay_order_id}|${payment.razorpay_payment_id}`).digest('hex');
      for (const razorpay_signature of [forged, '0'.repeat(64), 'a'])
        await expect(buyer.call(updateUserSubscription, { ...payment, razorpay_signature })).rejects.toMatchObject({
          code: 'payment_refused',
        });
      expect(await hasPremium(buyer)).toBe(false);
    });

    test('a student who has only the test board has no subscription', async () => {
      const only = await story.student({ institute: 'school', has_only_test_board_access: true });
      await expect(only.call(getSubscriptionDetails, {})).rejects.toMatchObject({ code: 'not_allowed' });
      await expect(order(only)).rejects.toMatchObject({ code: 'not_allowed' });
    });
  });

  describe('hooks', () => {
    test("a hook before the page's report, or without it, opens the subscription", async () => {
      const made = await order(buyer);
      const payment = await pay(buyer, made.id);
      for (const hook of hooks) await bringHook(story, hook);
      expect(await hasPremium(buyer)).toBe(true);
      expect(await bring(buyer, payment)).toMatchObject({ status: 'PAID' });
      expect(await count('subscriptions', made.id)).toBe(1);
    });

    test('a hook that is unsigned, changed or huge is refused and changes nothing', async () => {
      const made = await order(buyer);
      await pay(buyer, made.id);
      const [hook] = hooks;
      if (!hook) throw new Error('No hook');
      const changed = { ...hook, body: Buffer.from(hook.body.toString().replace('400000', '400001')) };
      expect((await bringHook(story, changed)).statusCode).toBe(403);
      expect((await bringHook(story, { ...hook, headers: { ...hook.headers, 'x-razorpay-signature': '' } })).statusCode).toBe(403);
      expect((await bringHook(story, { ...hook, body: Buffer.alloc(65 * 1024, 'a') })).statusCode).toBe(413);
      expect(await hasPremium(buyer)).toBe(false);
    });

    test('an amount other than the order’s opens nothing, and is shown to the operator', async () => {
      const made = await order(buyer);
      await pay(buyer, made.id);
      await story.database.db.updateTable('payment_orders').set({ price: 700_000, amount: 500_000 }).where('id', '=', made.id).execute();
      for (const hook of hooks) expect((await bringHook(story, hook)).statusCode).toBe(200);
      await stateOf(buyer, made.id);
      expect(await hasPremium(buyer)).toBe(false);
      const { rows } = await story.database.pool.query<{ outcome: string }>('select outcome from payment_events where order_id = $1', [
        made.id,
      ]);
      expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['wrong amount']));
    });
  });

  describe('refunds', () => {
    test('a refund ends its subscription once the provider confirms it, and later purchases move forward', async () => {
      const first = await buy(story, buyer, hooks);
      await buy(story, buyer, hooks);
      expect(await refundOrder(operator(), provider, first.id, 'Bought twice')).toBe('refunded');
      for (const hook of hooks) await bringHook(story, hook);
      for (const hook of hooks) await bringHook(story, hook);
      expect(await stateOf(buyer, first.id)).toMatchObject({ status: 'REFUNDED', valid_until: null });
      const { valid_until } = await detailsOf(buyer);
      expect(valid_until?.slice(0, 10)).toBe('2027-03-10');
      expect([await count('refunds', first.id), await count('invoices', first.id)]).toEqual([1, 2]);
      await expect(refundOrder(operator(), provider, first.id, 'Again')).rejects.toMatchObject({ code: 'not_possible' });
    });

    test('a refund closes what the payment opened: locked topics, packs kept on a device, mocks, and the answers of a mock', async () => {
      const locked = await story.idOf('topics', 'motion-two');
      const mock = await story.idOf('papers', 'locked-mock');
      const { id } = await buy(story, buyer, hooks);
      const packs = async () =>
        (await buyer.call(checkOfflinePractice, { topic_ids: [locked] })).topics.map(({ is_allowed }) => is_allowed);
      await buyer.call(getOfflinePractice, { id: locked });
      await (await attempt(buyer, mock)).finish();
      await buyer.call(getTestQuestions, { id: mock });
      expect(await packs()).toEqual([true]);
      await refundOrder(operator(), provider, id, 'Changed their mind');
      for (const hook of [...hooks, ...hooks.toReversed(), ...hooks]) expect((await bringHook(story, hook)).statusCode).toBe(200);
      expect(await hasPremium(buyer)).toBe(false);
      expect(await packs()).toEqual([false]);
      for (const [call, of] of [
        [getOfflinePractice, locked],
        [getTestInstructions, mock],
        [getTestQuestions, mock],
        [findOrCreateSessionItem, mock],
      ] as const)
        await expect(buyer.call(call, { id: of })).rejects.toMatchObject({ code: 'premium_needed' });
    });

    test('a refund that the provider could not make is shown as failed, and ends nothing', async () => {
      const { id } = await buy(story, buyer, hooks);
      const refusing = { ...provider, refund: async () => ({ refund_id: `rfnd_${id}`, amount: 400_000, state: 'failed' as const }) };
      expect(await refundOrder(operator(), refusing, id, 'Bought twice')).toBe('failed');
      expect(await hasPremium(buyer)).toBe(true);
      expect(await stateOf(buyer, id)).toMatchObject({ status: 'PAID' });
    });

    test('a refund does not end Premium that was given without a payment', async () => {
      await give(contextOf(), buyer.id, { months: 1 }, 'A prize');
      const { id } = await buy(story, buyer, hooks);
      await refundOrder(operator(), provider, id, 'Changed their mind');
      expect(await hasPremium(buyer)).toBe(true);
      expect((await detailsOf(buyer)).valid_until?.slice(0, 7)).toBe('2027-02');
    });

    test('a refund reported before its payment leaves no subscription', async () => {
      const made = await order(buyer);
      await pay(buyer, made.id);
      const [paid] = hooks.splice(0);
      const { provider_order_id, id } = await story.database.db
        .selectFrom('payment_orders')
        .where('id', '=', made.id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const payments = await provider.paymentsOf(provider_order_id ?? '', 400_000, story.now);
      await provider.refund(payments[0]?.payment_id ?? '', 400_000, 'by hand');
      for (const hook of [...hooks, ...(paid ? [paid] : [])]) expect((await bringHook(story, hook)).statusCode).toBe(200);
      expect(await stateOf(buyer, id)).toMatchObject({ status: 'REFUNDED' });
      expect(await count('subscriptions', id)).toBe(0);
      expect(await hasPremium(buyer)).toBe(false);
    });

    test('a refund is logged with its actor and reason', async () => {
      const { id } = await buy(story, buyer, hooks);
      await refundOrder(operator(), provider, id, 'Bought twice');
      const entry = await story.database.db
        .selectFrom('audit_log')
        .where('what', '=', 'payment.refund')
        .where('object_id', '=', id)
        .select(['role', 'reason'])
        .executeTakeFirstOrThrow();
      expect(entry).toEqual({ role: 'operator', reason: 'Bought twice' });
    });
  });

  test('if the page was closed and no hook arrives, the job finds the payment', async () => {
    const made = await order(buyer);
    await pay(buyer, made.id);
    story.pass(240);
    const reports: string[] = [];
    await settleUnsettled(contextOf(), provider, (fault) => void reports.push(fault));
    expect(await hasPremium(buyer)).toBe(true);
    expect(reports).toEqual([]);
  });

  test('if the provider does not answer, no order and no coupon use is stored, and a signed payment counts as on its way', async () => {
    const away = {
      ...provider,
      createOrder: () => Promise.reject(new PaymentFault('Away.')),
      paymentsOf: () => Promise.reject(new PaymentFault('Away.')),
    };
    const app = await story.serverWith({}, { payments: away });
    await makeCoupon(story, { code: 'AWAY01', most_uses: 1 });
    const payload = { coupon: 'AWAY01', amount: 360_000 };
    const headers = { authorization: `Bearer ${buyer.token ?? ''}` };
    const refused = await app.inject({ method: 'POST', url: '/api/subscriptions/create_mobile_subscription', payload, headers });
    expect(refused.json()).toMatchObject({ code: 'payment_unavailable' });
    const other = await story.student();
    const made = await order(other, payload);
    const payment = await pay(other, made.id);
    const brought = await app.inject({
      method: 'POST',
      url: '/api/subscriptions/update_user_subscription',
      payload: payment,
      headers: { authorization: `Bearer ${other.token ?? ''}` },
    });
    expect(brought.json()).toMatchObject({ order: { status: 'CREATED', is_on_its_way: true } });
    await app.close();
    for (const hook of hooks) await bringHook(story, hook);
    expect(await stateOf(other, made.id)).toMatchObject({ status: 'PAID' });
  });

  test('an invoice splits the GST to the paisa, names buyer and plan, and invoice numbers have no gaps', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => story.student()));
    const bought = await Promise.all(people.map((person) => buy(story, person, [])));
    const invoices = await Promise.all(people.map((person, at) => person.call(getInvoice, { id: bought[at]?.id ?? 0 })));
    const numbers = invoices.map(({ invoice }) => Number(invoice.number.slice(-6))).toSorted((one, other) => one - other);
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
    expect(invoices[0]?.invoice).toMatchObject({
      number: expect.stringMatching(/^INV\/26-27\/\d{6}$/) as string,
      buyer_name: 'Asha',
      description: 'Premium, 2 months',
      amount: 400_000,
      gst_percent: 18,
      taxable: 338_983,
      cgst: 30_508,
      sgst: 30_509,
    });
    expect(invoices[0]?.credit_note).toBeNull();
  });

  test('a person makes at most twenty orders in an hour', async () => {
    story.pass(3600);
    for (let made = 0; made < 20; made += 1) await order(buyer);
    await expect(buyer.call(createOrder, { amount: 400_000 })).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
