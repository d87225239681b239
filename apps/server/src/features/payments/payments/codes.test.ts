// Contents: coupons · referral codes · guessing
import { getMe } from '@abhyas/contract/institute/identity';
import { getReferralCode, validateCoupon, validateReferral } from '@abhyas/contract/payments/payments';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bring,
  buy,
  countOf,
  hasPremium,
  makeCoupon,
  operatorIn,
  order,
  pay,
  sellPlan,
  standInWithHeldHooks,
  stateOf,
} from '../../../testing/payments.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { storePlan } from '../pricing/pricing.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });
let buyer: Visitor & { id: number };

beforeAll(() => sellPlan(story));
beforeEach(async () => {
  buyer = await story.student();
  hooks.length = 0;
});

test('a coupon takes its percentage off the offer price, may be typed in small letters, and works once for each person', async () => {
  await makeCoupon(story, { code: 'NEET27' });
  expect(await buyer.call(validateCoupon, { coupon: 'neet27' })).toMatchObject({
    is_coupon_valid: true,
    offer_percentage: 10,
    offer_amount: 0,
    message: 'Coupon Applied',
  });
  const { id } = await buy(story, buyer, hooks, { coupon: 'neet27', amount: 360_000 });
  expect(await countOf(story, 'coupon_uses', id)).toBe(1);
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

test('an unpaid order holds its use of a coupon for half an hour; a later payment still counts if nobody else has taken that use', async () => {
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
  await storePlan(operatorIn(story), 'premium', { referral_reward: 400_000 });
  const free = { referral_code, amount: 0 };
  expect((await order(buyer, free)).status).toBe('PAID');
  await expect(order(buyer, free)).rejects.toMatchObject({ code: 'not_possible' });
  await story.database.db.updateTable('subscriptions').set({ ends_at: story.now }).where('user_id', '=', buyer.id).execute();
  expect((await order(buyer, free)).status).toBe('PAID');
  await storePlan(operatorIn(story), 'premium', { referral_reward: 20_000 });
});

test("another person's referral code takes its reward off for the buyer; the buyer's own code is refused", async () => {
  const friend = await story.student();
  const { referral_code, referralReward } = await friend.call(getReferralCode, {});
  expect(referral_code).toMatch(/^[A-Z0-9]{6}$/);
  expect((await friend.call(getMe, {})).user.referral_code).toBe(referral_code);
  expect((await buyer.call(getMe, {})).user.referral_code).toBeNull();
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
