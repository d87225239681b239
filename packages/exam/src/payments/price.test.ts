import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billOf, gstWithin, isCouponGood, LEAST_PAYMENT, offerPercent } from './price.ts';

const plan = { price: 600_000, offer_price: 400_000, referral_reward: 20_000 };
const percent = (of: number) => ({ percent: of, amount: null });
const amount = (of: number) => ({ percent: null, amount: of });

test.each([
  ['only the introductory offer', plan, null, false, [200_000, 0, 0, 400_000]],
  ['a coupon in percent, of the offer price', plan, percent(10), false, [200_000, 40_000, 0, 360_000]],
  ['a coupon of an amount', plan, amount(50_000), false, [200_000, 50_000, 0, 350_000]],
  ['a referral', plan, null, true, [200_000, 0, 20_000, 380_000]],
  [
    'coupon and referral: the percentage is of the offer price, not of the price after the referral',
    plan,
    percent(10),
    true,
    [200_000, 40_000, 20_000, 340_000],
  ],
  ['a coupon over the whole price', plan, percent(100), false, [200_000, 400_000, 0, 0]],
  ['a coupon over more than the whole price', plan, amount(900_000), true, [200_000, 400_000, 0, 0]],
  ['a referral reward above the remaining price', { ...plan, referral_reward: 900_000 }, percent(50), true, [200_000, 200_000, 200_000, 0]],
  [
    'a percentage that gives a fraction of a paisa, which is rounded',
    { ...plan, offer_price: 333_333 },
    percent(7),
    false,
    [266_667, 23_333, 0, 310_000],
  ],
  ['an amount below the least that a provider takes, which is free', plan, amount(399_950), false, [200_000, 400_000, 0, 0]],
  ['the same amount after the referral', { ...plan, referral_reward: 399_999 }, null, true, [200_000, 0, 400_000, 0]],
  ['a plan that is free', { ...plan, offer_price: 0 }, percent(10), true, [600_000, 0, 0, 0]],
] as const)('the bill of %s', (_what, prices, cut, hasReferral, [offer, coupon, referral, to_pay]) => {
  expect(billOf(prices, cut, hasReferral)).toEqual({ price: 600_000, offer, coupon, referral, to_pay });
});

test('the parts of a bill add up, and the amount to pay is either 0 or at least the minimum of a provider', () => {
  const cut = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 2_000_000 }).map(amount),
  );
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      cut,
      fc.boolean(),
      (price, offer, referral_reward, cutOf, hasReferral) => {
        const bill = billOf({ price, offer_price: Math.min(price, offer), referral_reward }, cutOf, hasReferral);
        expect(bill.price - bill.offer - bill.coupon - bill.referral).toBe(bill.to_pay);
        expect(Object.values(bill).every((paise) => Number.isInteger(paise) && paise >= 0)).toBe(true);
        expect(bill.to_pay === 0 || bill.to_pay >= LEAST_PAYMENT).toBe(true);
      },
    ),
  );
});

test('the introductory offer is in whole percent of the price', () => {
  expect([plan, { price: 600_000, offer_price: 600_000 }, { price: 0, offer_price: 0 }].map(offerPercent)).toEqual([33, 0, 0]);
});

const now = new Date('2027-01-10T04:00:00Z');
const limits = { starts_at: null, ends_at: null, most_uses: null };
test.each([
  ['without limits', limits, 1000, false, true],
  ['from this moment on', { ...limits, starts_at: now }, 0, false, true],
  ['from a later moment on', { ...limits, starts_at: new Date(now.getTime() + 1) }, 0, false, false],
  ['until a later moment', { ...limits, ends_at: new Date(now.getTime() + 1) }, 0, false, true],
  ['until this moment', { ...limits, ends_at: now }, 0, false, false],
  ['with one use left', { ...limits, most_uses: 3 }, 2, false, true],
  ['with no use left', { ...limits, most_uses: 3 }, 3, false, false],
  ['if the person has used it before', limits, 0, true, false],
] as const)('a coupon %s', (_what, of, uses, isUsed, isGood) => {
  expect(isCouponGood(of, uses, isUsed, now)).toBe(isGood);
});

test.each([
  [360_000, 18, { taxable: 305_085, cgst: 27_457, sgst: 27_458 }],
  [11_800, 18, { taxable: 10_000, cgst: 900, sgst: 900 }],
  [100, 0, { taxable: 100, cgst: 0, sgst: 0 }],
  [1, 18, { taxable: 1, cgst: 0, sgst: 0 }],
])('%i paise that include %i%% GST are split to the paisa', (of, rate, parts) => {
  expect(gstWithin(of, rate)).toEqual(parts);
  expect(parts.taxable + parts.cgst + parts.sgst).toBe(of);
});
