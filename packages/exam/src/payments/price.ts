import { wholePercent } from '../institute/percent.ts';

/** Prices of a plan, in paise and with GST. */
export interface PlanPrices {
  price: number;
  offer_price: number;
  /** Taken off for who brings somebody's referral code. */
  referral_reward: number;
}

/** What a coupon takes off: a percent of the offer price, or an amount in paise. */
export interface CouponCut {
  percent: number | null;
  amount: number | null;
}

/** What is to pay and how it comes about, in paise; `price - offer - coupon - referral = to_pay`. */
export interface Bill {
  price: number;
  offer: number;
  coupon: number;
  referral: number;
  to_pay: number;
}

/** Providers of payments take ₹1 at least; what would be less is free. */
export const LEAST_PAYMENT = 100;

/** Offer price less coupon less referral reward, never below zero. */
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

/** When and how often a coupon may be used. */
export interface CouponLimits {
  starts_at: Date | null;
  /** The first moment at which it can no longer be used. */
  ends_at: Date | null;
  most_uses: number | null;
}

/** Whether a coupon is good; `uses` are those of others, `isUsed` says that this person has paid with it before. */
export const isCouponGood = ({ starts_at, ends_at, most_uses }: CouponLimits, uses: number, isUsed: boolean, now: Date): boolean =>
  !isUsed && (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at) && (most_uses === null || uses < most_uses);

/** The GST that an amount in paise includes, in halves for the state and the union; the three add up to the amount. */
export function gstWithin(amount: number, percent: number): { taxable: number; cgst: number; sgst: number } {
  const gst = Math.round((amount * percent) / (100 + percent));
  const cgst = Math.floor(gst / 2);
  return { taxable: amount - gst, cgst, sgst: gst - cgst };
}
