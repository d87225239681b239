// Contents: the plan on sale · coupons · referral codes · the operator's acts
import { CODE_LENGTH } from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import { type CouponCut, isCouponGood } from '@abhyas/exam/payments/price';
import { budgets as limits, holderOfAddress } from '../../../budgets/budgets.ts';
import type { ActorContext, Context, StudentContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { randomLetters } from '../../institute/identity/identity.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import * as store from './pricing.store.ts';

export type { CouponFields } from './pricing.store.ts';

/** The plan on sale; undefined if there is none. */
export const offeredPlan = (context: Context) => store.findOfferedPlan(context);

/** A code as it is stored: in capitals, without the spaces of a copied text. */
const codeOf = (text: string) => text.trim().toUpperCase();

/** Throws once the person, or the address, has tried too many wrong codes. */
function requireGuesses({ budgets, student, address }: StudentContext): void {
  const isSpent = (budget: 'wrong_coupons' | 'wrong_coupons_of_address', holder: string | number) =>
    budgets.spent(budget, holder) >= limits[budget].most;
  const isOver = isSpent('wrong_coupons', student.id) || isSpent('wrong_coupons_of_address', holderOfAddress(address));
  // Counted before the code is looked up, so that parallel tries count too.
  if (isOver || !budgets.take('coupons', student.id)) throw new Problem('too_many_requests');
}

function noteGuess({ budgets, student, address }: StudentContext): void {
  budgets.take('wrong_coupons', student.id);
  budgets.take('wrong_coupons_of_address', holderOfAddress(address));
}

/** The reduction by a coupon for this person now; null for an invalid coupon. */
export async function couponFor(context: StudentContext, code: string): Promise<CouponCut | null> {
  requireGuesses(context);
  const coupon = await store.findCoupon(context, codeOf(code));
  const { uses, is_used } = coupon ? await store.countUses(context, coupon.id, context.student.id) : { uses: 0, is_used: false };
  if (coupon && isCouponGood(coupon, uses, is_used, context.now)) return coupon;
  noteGuess(context);
  return null;
}

/**
 * The coupon for an order, locked until the transaction ends, so that orders with one coupon follow each other. Throws `invalid_coupon`.
 */
export async function takeCoupon(context: StudentContext, code: string): Promise<CouponCut & { id: number }> {
  requireGuesses(context);
  const coupon = await store.lockCoupon(context, codeOf(code));
  const { uses, is_used } = coupon ? await store.countUses(context, coupon.id, context.student.id) : { uses: 0, is_used: false };
  if (coupon && isCouponGood(coupon, uses, is_used, context.now)) return coupon;
  noteGuess(context);
  throw new Problem('invalid_coupon');
}

/**
 * Stores the use of a paid order's coupon, reserved or not. False if the person has already paid with the coupon, or if others have
 * used or reserved all uses. The price was agreed, so the coupon may have ended since.
 */
export async function redeemCoupon(context: Context, use: { order_id: number; coupon_id: number; user_id: number }): Promise<boolean> {
  const { most_uses } = await store.lockCouponById(context, use.coupon_id);
  const { uses, is_used } = await store.countUses(context, use.coupon_id, use.user_id);
  if (is_used || (most_uses !== null && uses >= most_uses)) return false;
  await store.storeUse(context, use);
  return true;
}

/** Reserves a use of a coupon for an order. The payment turns the reservation into a use. */
export const holdCoupon = store.holdUse;
export const releaseCoupon = store.deleteHold;

/** The person to whom a referral code belongs; null for an unknown code and for the caller's own. */
export async function referrerOf(context: StudentContext, code: string): Promise<number | null> {
  requireGuesses(context);
  const referrer = await store.findReferrer(context, codeOf(code));
  if (referrer && referrer.user_id !== context.student.id) return referrer.user_id;
  noteGuess(context);
  return null;
}

/** The person's own referral code, made on first request. */
export async function referralCodeOf(context: Context, user_id: number): Promise<string> {
  for (;;) {
    const known = await store.findReferralCode(context, user_id);
    if (known) return known.code;
    const code = randomLetters(CODE_LENGTH);
    await store.insertReferralCode(context, user_id, code);
  }
}

/** All plans. */
export const allPlans = (context: Context) => store.findPlans(context);

/** All coupons, with the number of payments made with each. */
export const allCoupons = (context: Context) => store.findCoupons(context);

/** Creates a plan, or changes the plan with this code. Existing orders keep their price. */
export async function storePlan(context: ActorContext, code: string, fields: Partial<Omit<store.PlanFields, 'code'>>): Promise<void> {
  await inTransaction(context, async (within) => {
    const before = await store.lockPlan(within, code);
    const { name, header, price } = { ...before, ...fields };
    if (name === undefined || header === undefined || price === undefined)
      throw new Problem('not_possible', 'A new plan needs a name, a header and a price.');
    const plan: store.PlanFields = {
      code,
      name,
      header,
      price,
      details: fields.details ?? before?.details ?? [],
      offer_price: fields.offer_price ?? before?.offer_price ?? price,
      referral_reward: fields.referral_reward ?? before?.referral_reward ?? 0,
      gst_percent: fields.gst_percent ?? before?.gst_percent ?? 18,
      number_of_months: fields.number_of_months ?? before?.number_of_months ?? 2,
    };
    if (plan.offer_price > plan.price || (plan.offer_price > 0 && plan.offer_price < 100) || plan.price < 100)
      throw new Problem(
        'not_possible',
        'Set an offer price up to the price. Both are at least ₹1; an offer price of 0 makes the plan free.',
      );
    const id = await store.upsertPlan(within, plan);
    await writeAudit(within, { what: before ? 'plan.change' : 'plan.create', object_type: 'plan', object_id: id, before, after: plan });
  });
}

/** Puts the plan on sale in place of any other; null ends the sale. Throws `not_found`. */
export async function offerPlan(context: ActorContext, code: string | null): Promise<void> {
  await inTransaction(context, async (within) => {
    const plan = code === null ? null : await store.lockPlan(within, code);
    if (plan === undefined) throw new Problem('not_found', 'There is no plan with this code.');
    await store.setOffered(within, plan?.id ?? null);
    await writeAudit(within, { what: 'plan.offer', object_type: 'plan', object_id: plan?.id ?? null, after: { code } });
  });
}

/** Adds a coupon. Throws `not_possible` if one with this code exists. */
export async function addCoupon(context: ActorContext, coupon: store.CouponFields): Promise<void> {
  await inTransaction(context, async (within) => {
    const id = await store.insertCoupon(within, coupon);
    if (id === undefined) throw new Problem('not_possible', 'A coupon with this code exists already. Choose another code.');
    await writeAudit(within, { what: 'coupon.create', object_type: 'coupon', object_id: id, after: coupon });
  });
}

/** Ends a coupon, which can then no longer be used. Throws `not_found`. */
export async function endCoupon(context: ActorContext, code: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const coupon = await store.lockCoupon(within, codeOf(code));
    if (!coupon) throw new Problem('not_found', 'There is no coupon with this code.');
    await store.setCouponEnd(within, coupon.id, within.now);
    await writeAudit(within, { what: 'coupon.end', object_type: 'coupon', object_id: coupon.id, before: { ends_at: coupon.ends_at } });
  });
}
