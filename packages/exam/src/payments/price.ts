import { wholePercent } from '../institute/percent.ts';

/** Prices of a plan, in paise and with GST. */
export interface PlanPrices {
  price: number;
  offer_price: number;
  /** Discount for a person who enters somebody else's referral code. */
  referral_reward: number;
}

/** Discount of a coupon: a percentage of the offer price, or an amount in paise. */
export interface CouponCut {
  percent: number | null;
  amount: number | null;
}

/** The amount to pay and its parts, in paise; `price - offer - coupon - referral = to_pay`. */
export interface Bill {
  price: number;
  offer: number;
  coupon: number;
  referral: number;
  to_pay: number;
}

/** Payment providers take at least ₹1; a smaller amount is free. */
export const LEAST_PAYMENT = 100;

/** Offer price minus coupon minus referral reward, never below zero. */
export function billOf({ price, offer_price, referral_reward }: PlanPrices, cut: CouponCut | null, hasReferral: boolean): Bill {
  const asked = cut === null ? 0 : (cut.amount ?? Math.round((offer_price * (cut.percent ?? 0)) / 100));
  const coupon = Math.min(asked, offer_price);
  const referral = hasReferral ? Math.min(referral_reward, offer_price - coupon) : 0;
  const rest = offer_price - coupon - referral;
  if (rest === 0 || rest >= LEAST_PAYMENT) return { price, offer: price - offer_price, coupon, referral, to_pay: rest };
  const toCoupon = coupon > 0;
  return {
    price,
    offer: price - offer_price + (toCoupon || referral > 0 ? 0 : rest),
    coupon: toCoupon ? coupon + rest : 0,
    referral: toCoupon || referral === 0 ? referral : referral + rest,
    to_pay: 0,
  };
}

/** The introductory offer in whole percent of the price. */
export const offerPercent = ({ price, offer_price }: Pick<PlanPrices, 'price' | 'offer_price'>): number =>
  wholePercent(price - offer_price, price) ?? 0;

/** The period in which a coupon may be used, and the number of uses. */
export interface CouponLimits {
  starts_at: Date | null;
  /** The first moment at which it can no longer be used. */
  ends_at: Date | null;
  most_uses: number | null;
}

/** Whether a coupon is valid; `uses` is the number of uses by other people; `isUsed`: this person has already paid with it. */
export const isCouponGood = ({ starts_at, ends_at, most_uses }: CouponLimits, uses: number, isUsed: boolean, now: Date): boolean =>
  !isUsed && (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at) && (most_uses === null || uses < most_uses);

/**
 * Splits an amount (paise, GST included) into the net amount and the tax of the state and of the union. The three parts add up to the
 * amount.
 */
export function gstWithin(amount: number, percent: number): { taxable: number; cgst: number; sgst: number } {
  const gst = Math.round((amount * percent) / (100 + percent));
  const cgst = Math.floor(gst / 2);
  return { taxable: amount - gst, cgst, sgst: gst - cgst };
}
