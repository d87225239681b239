import { getSubscriptionDetails } from '@abhyas/contract/payments/payments';
import { checkOfflinePractice, getOfflinePractice } from '@abhyas/contract/practice/practice';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attempt } from '../../../testing/attempts.ts';
import {
  bring,
  bringHook,
  buy,
  countOf,
  hasPremium,
  operatorIn,
  order,
  pay,
  sellPlan,
  standInWithHeldHooks,
  stateOf,
} from '../../../testing/payments.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { give } from '../subscriptions/subscriptions.ts';
import { refundOrder } from './payments.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });
let buyer: Visitor & { id: number };
const detailsOf = async (person: Visitor) => (await person.call(getSubscriptionDetails, {})).details;

beforeAll(() => sellPlan(story));
beforeEach(async () => {
  buyer = await story.student();
  hooks.length = 0;
});

test('a refund ends its subscription once the provider confirms it, and later purchases start earlier', async () => {
  const first = await buy(story, buyer, hooks);
  await buy(story, buyer, hooks);
  expect(await refundOrder(operatorIn(story), provider, first.id, 'Bought twice')).toBe('refunded');
  for (const hook of hooks) await bringHook(story, hook);
  for (const hook of hooks) await bringHook(story, hook);
  expect(await stateOf(buyer, first.id)).toMatchObject({ status: 'REFUNDED', valid_until: null });
  const { valid_until } = await detailsOf(buyer);
  expect(valid_until?.slice(0, 10)).toBe('2027-03-10');
  expect([await countOf(story, 'refunds', first.id), await countOf(story, 'invoices', first.id)]).toEqual([1, 2]);
  await expect(refundOrder(operatorIn(story), provider, first.id, 'Again')).rejects.toMatchObject({ code: 'not_possible' });
});

test('a refund closes what the payment opened: locked topics, packs kept on a device, mocks, and the answers of a mock', async () => {
  const locked = await story.idOf('topics', 'motion-two');
  const mock = await story.idOf('papers', 'locked-mock');
  const { id } = await buy(story, buyer, hooks);
  const packs = async () => (await buyer.call(checkOfflinePractice, { topic_ids: [locked] })).topics.map(({ is_allowed }) => is_allowed);
  await buyer.call(getOfflinePractice, { id: locked });
  await (await attempt(buyer, mock)).finish();
  const review = { id: mock, is_review: true };
  await buyer.call(getTestQuestions, review);
  expect(await packs()).toEqual([true]);
  await refundOrder(operatorIn(story), provider, id, 'Changed their mind');
  for (const hook of [...hooks, ...hooks.toReversed(), ...hooks]) expect((await bringHook(story, hook)).statusCode).toBe(200);
  expect(await hasPremium(buyer)).toBe(false);
  expect(await packs()).toEqual([false]);
  const refused = [
    buyer.call(getOfflinePractice, { id: locked }),
    buyer.call(getTestInstructions, { id: mock }),
    buyer.call(getTestQuestions, review),
    buyer.call(findOrCreateSessionItem, { id: mock }),
  ];
  const outcomes = await Promise.allSettled(refused);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(refused.map(() => 'premium_needed'));
});

test('a refund that the provider could not make is shown as failed, and ends nothing', async () => {
  const { id } = await buy(story, buyer, hooks);
  const refusing = { ...provider, refund: async () => ({ refund_id: `rfnd_${id}`, amount: 400_000, state: 'failed' as const }) };
  expect(await refundOrder(operatorIn(story), refusing, id, 'Bought twice')).toBe('failed');
  expect(await hasPremium(buyer)).toBe(true);
  expect(await stateOf(buyer, id)).toMatchObject({ status: 'PAID' });
});

test('a refund does not end Premium that was given without a payment', async () => {
  await give(operatorIn(story), buyer.id, { months: 1 }, 'A prize');
  const { id } = await buy(story, buyer, hooks);
  await refundOrder(operatorIn(story), provider, id, 'Changed their mind');
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
  expect(await countOf(story, 'subscriptions', id)).toBe(0);
  expect(await hasPremium(buyer)).toBe(false);
});

test('a payment that was refunded before the server knew of it is shown as refunded, and never as one that took nothing', async () => {
  const asked = await order(buyer);
  const payment = await pay(buyer, asked.id);
  await provider.refund(payment.razorpay_payment_id, 400_000, 'by hand');
  const held = hooks.splice(0);
  const found = { status: 'REFUNDED', valid_until: null, has_invoice: false };
  expect(await bring(buyer, payment)).toMatchObject(found);
  for (const hook of [...held, ...held]) expect((await bringHook(story, hook)).statusCode).toBe(200);
  expect(await stateOf(buyer, asked.id)).toMatchObject(found);
  expect((await detailsOf(buyer)).orders).toMatchObject([{ id: asked.id, status: 'REFUNDED' }]);
  expect([await countOf(story, 'subscriptions', asked.id), await hasPremium(buyer)]).toEqual([0, false]);
});

test('a refund is logged with its actor and reason', async () => {
  const { id } = await buy(story, buyer, hooks);
  await refundOrder(operatorIn(story), provider, id, 'Bought twice');
  const entry = await story.database.db
    .selectFrom('audit_log')
    .where('what', '=', 'payment.refund')
    .where('object_id', '=', id)
    .select(['role', 'reason'])
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ role: 'operator', reason: 'Bought twice' });
});
