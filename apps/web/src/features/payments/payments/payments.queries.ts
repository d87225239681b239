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
import type { Answer } from '@abhyas/contract/endpoint';
import { call } from '../../../platform/call.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import type { SignedPayment } from '../../../platform/razorpay.ts';

export type Details = Answer<typeof getSubscriptionDetails>['details'];
export type Plan = NonNullable<Details['plan']>;
export type Order = Details['orders'][number];
export type Invoice = Answer<typeof getInvoice>['invoice'];
export type Checkout = NonNullable<Answer<typeof getOrder>['checkout']>;

export const useSubscription = () => useCall(getSubscriptionDetails, {}, { staleTime: 0 });
export const askAgain = () => queryClient.invalidateQueries({ queryKey: callKey(getSubscriptionDetails, {}) });

export const useMakeOrder = () => useSend(createOrder, { ownFailures: true });

/** Ms between two calls for an order whose payment is on its way. */
const LOOK_MS = 5000;

export const useOrder = (id: number, isAwaited = false) =>
  useCall(getOrder, { id }, { staleTime: 0, ...(isAwaited ? { refreshEvery: LOOK_MS } : {}) });
export const lookAtOrder = (id: number) => queryClient.invalidateQueries({ queryKey: callKey(getOrder, { id }) });
export const useBringPayment = () => useSend(updateUserSubscription, { ownFailures: true });
export const payInDemo = async (id: number, outcome: 'paid' | 'paid_late' | 'failed'): Promise<SignedPayment | null> =>
  (await call(payAtStandIn, { id, outcome })).payment;

export const useInvoice = (id: number) => useCall(getInvoice, { id });
export const useReferralCode = () => useCall(getReferralCode, {});

/** The discount of an applied code. */
export interface Cut {
  percent: number | null;
  amount: number | null;
}

/** The discount of a coupon; null if the coupon is unknown. */
export async function askCoupon(coupon: string): Promise<Cut | null> {
  const { is_coupon_valid, offer_percentage, offer_amount } = await call(validateCoupon, { coupon });
  return is_coupon_valid ? { percent: offer_percentage || null, amount: offer_amount || null } : null;
}

/** The discount of a referral code; null if the code is unknown or the student's own. */
export async function askReferral(referral_code: string): Promise<Cut | null> {
  const { validReferral, referralReward } = await call(validateReferral, { referral_code });
  return validReferral ? { percent: null, amount: referralReward } : null;
}
