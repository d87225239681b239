// Contents: the plan · a purchase · ownership · hooks · a provider that does not answer · invoices · limits
import { createHmac } from 'node:crypto';
import {
  createOrder,
  getInvoice,
  getOrder,
  getSubscriptionDetails,
  payAtStandIn,
  updateUserSubscription,
} from '@abhyas/contract/payments/payments';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentFault } from '../../../integrations/payments/payments.ts';
import {
  bring,
  bringHook,
  buy,
  countOf,
  hasPremium,
  makeCoupon,
  order,
  pay,
  sellPlan,
  standInWithHeldHooks,
  stateOf,
} from '../../../testing/payments.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { settleUnsettled } from './payments.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });
type Buyer = Visitor & { id: number };
let buyer: Buyer;

const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const detailsOf = async (person: Visitor) => (await person.call(getSubscriptionDetails, {})).details;

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
    expect(await countOf(story, 'subscriptions', made.id)).toBe(1);
    expect(await countOf(story, 'invoices', made.id)).toBe(1);
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
    expect([await countOf(story, 'subscriptions', id), await countOf(story, 'invoices', id)]).toEqual([1, 1]);
  });

  test('a repeated request gets the same order while that order is open', async () => {
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

  test('a payment counts as on its way until the provider confirms it', async () => {
    const made = await order(buyer);
    const { payment } = await buyer.call(payAtStandIn, { id: made.id, outcome: 'paid_late' });
    if (!payment) throw new Error('No payment');
    expect(await bring(buyer, payment)).toMatchObject({ status: 'CREATED', is_on_its_way: true });
    expect((await detailsOf(buyer)).orders).toMatchObject([{ id: made.id, is_on_its_way: true }]);
    expect((await buyer.call(getOrder, { id: made.id })).checkout).toBeNull();
    story.pass(21);
    expect(await stateOf(buyer, made.id)).toMatchObject({ status: 'PAID', is_on_its_way: false });
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
      expect(await countOf(story, 'subscriptions', made.id)).toBe(1);
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

  test('an invoice has the address and GSTIN that the buyer gave last, or neither if the buyer gave none', async () => {
    const wish = { buyer_address: ' 12 MG Road, Bengaluru ', buyer_gstin: '29ABCDE1234F1Z5' };
    const first = await order(buyer, { buyer_address: 'Elsewhere' });
    const bought = await buy(story, buyer, [], wish);
    expect(bought.id).toBe(first.id);
    expect((await buyer.call(getInvoice, { id: bought.id })).invoice).toMatchObject({ ...wish, buyer_address: '12 MG Road, Bengaluru' });
    const other = await story.student();
    const { id } = await buy(story, other, []);
    expect((await other.call(getInvoice, { id })).invoice).toMatchObject({ buyer_address: null, buyer_gstin: null });
  });

  test('a person makes at most twenty orders in an hour', async () => {
    story.pass(3600);
    for (let made = 0; made < 20; made += 1) await order(buyer);
    await expect(buyer.call(createOrder, { amount: 400_000 })).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
