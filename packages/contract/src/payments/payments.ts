// Contents: the plan and the person's subscription · codes · orders · the demo's checkout · invoices
import { Type } from 'typebox';
import { GSTIN_PATTERN } from '../institute/brand.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** The most characters of a coupon and of a referral code. */
export const CODE_LENGTH = 6;

const Paise = Type.Integer({ minimum: 0 });
/** A code as typed; the server makes its letters upper case. */
const Code = Type.String({ minLength: 1, maxLength: CODE_LENGTH });
/** Ids of orders, payments and refunds at the provider. */
const ProviderId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' });

/** Why a payment opened no subscription and is refunded in full. */
export const returnReasons = ['no use left', 'second payment', 'wrong amount', 'account deleted'] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const orderStatuses = ['CREATED', 'FAILED', 'PAID', 'REFUNDED'] as const;

/** An order as the buyer sees it. */
export const Order = Type.Object({
  id: Id,
  /** `CREATED`: can still be paid. `FAILED`: the provider confirms that no money was taken. */
  status: Type.Enum([...orderStatuses]),
  /** Whether the page sent a signed payment that the provider has not confirmed yet. */
  is_on_its_way: Type.Boolean(),
  /** Whether another order of the person has used up the coupon of this order, so that this one can no longer be paid. */
  is_moved: Type.Boolean(),
  /** A payment of the order that opened no subscription and is refunded in full; null without one. */
  returned: Nullable(Type.Object({ amount: Paise, is_done: Type.Boolean(), reason: Type.Enum([...returnReasons]) })),
  plan_name: Type.String(),
  number_of_months: Type.Integer(),
  price: Paise,
  offer_discount: Paise,
  coupon_discount: Paise,
  referral_discount: Paise,
  /** In paise, GST included. */
  amount: Paise,
  currency: Type.Literal('INR'),
  created_at: Moment,
  paid_at: Nullable(Moment),
  /** When the bought subscription ends; null if none was bought. */
  valid_until: Nullable(Moment),
  has_invoice: Type.Boolean(),
});

/** Fields that open the provider's checkout. */
export const Checkout = Type.Object({
  provider: Type.Enum(['razorpay', 'stand-in']),
  key_id: Type.String(),
  order_id: Type.String(),
  amount: Paise,
  currency: Type.Literal('INR'),
  name: Type.String(),
  description: Type.String(),
  /** Values that the checkout fills in. The email is empty if it is unknown. */
  prefill: Type.Object({ name: Type.String(), contact: Type.String(), email: Type.String() }),
  notes: Type.Object({ split_token: Type.String(), number_of_months: Type.String() }),
});

export const getSubscriptionDetails = endpoint('GET /subscriptions/get_subscription_details', {
  summary: "Show the plan, its price, and the person's subscription",
  access: 'subscriber',
  response: Type.Object({
    ...Success,
    details: Type.Object({
      /** The plan on sale; null while nothing is sold. */
      plan: Nullable(
        Type.Object({
          name: Type.String(),
          logo: Nullable(Type.String()),
          theme: Nullable(Type.String()),
          headerDescription: Type.String(),
          details: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
          price: Paise,
          offer_price: Paise,
          currency: Type.Literal('INR'),
          referralReward: Paise,
          number_of_months: Type.Integer(),
          /** When the subscription would end if it were paid now. */
          validity: Moment,
        }),
      ),
      /** Whether this installation can take payments. */
      can_pay: Type.Boolean(),
      has_valid_subscription: Type.Boolean(),
      valid_until: Nullable(Moment),
      /** Amount paid for the present subscription; null if it was given. */
      plan_amount: Nullable(Paise),
      /** The latest first. */
      orders: Type.Array(Order),
    }),
  }),
});

export const validateCoupon = endpoint('POST /subscriptions/validate_coupon', {
  summary: 'Check whether a coupon is valid for the person now, and show its discount',
  access: 'subscriber',
  body: Type.Object({ coupon: Code }),
  response: Type.Object({
    ...Success,
    is_coupon_valid: Type.Boolean(),
    /** Discount in percent; 0 if the coupon gives an amount instead. */
    offer_percentage: Type.Integer(),
    /** Discount in paise; 0 if the coupon gives a percentage instead. */
    offer_amount: Paise,
    message: Type.String(),
  }),
  refusals: ['too_many_requests'],
});

export const validateReferral = endpoint('POST /subscriptions/validate_referral', {
  summary: 'Check whether a referral code belongs to somebody else, and show its discount',
  access: 'subscriber',
  body: Type.Object({ referral_code: Code }),
  response: Type.Object({ ...Success, validReferral: Type.Boolean(), referralReward: Paise, message: Type.String() }),
  refusals: ['too_many_requests'],
});

export const getReferralCode = endpoint('GET /subscriptions/get_referral_code', {
  summary: 'Show the person’s own referral code',
  access: 'signed_in',
  isBeforeConsent: false,
  response: Type.Object({
    ...Success,
    referral_code: Type.String(),
    /** Discount for the person who uses the code, in paise; 0 while nothing is sold. */
    referralReward: Paise,
  }),
});

export const createOrder = endpoint('POST /subscriptions/create_mobile_subscription', {
  summary: 'Make an order for the offered plan',
  description:
    'Repeating the call with the same codes answers with the same order while that order is open; the buyer of the latest call counts. The server computes the amount.',
  access: 'subscriber',
  body: Type.Object({
    coupon: Type.Optional(Code),
    referral_code: Type.Optional(Code),
    /** The price that the page shows, in paise. The order is refused if the present price is different. */
    amount: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    /** Address of the buyer on the invoice. */
    buyer_address: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    buyer_gstin: Type.Optional(Type.String({ pattern: GSTIN_PATTERN, maxLength: 15 })),
  }),
  response: Type.Object({ ...Success, order: Order }),
  refusals: ['too_many_requests', 'invalid_coupon', 'invalid_referral', 'price_changed', 'payment_unavailable', 'not_possible'],
});

export const updateUserSubscription = endpoint('POST /subscriptions/update_user_subscription', {
  summary: 'Submit the payment that the checkout has signed',
  description: 'The codes of the order count; codes in this call change nothing.',
  access: 'subscriber',
  body: Type.Object({
    razorpay_order_id: ProviderId,
    razorpay_payment_id: ProviderId,
    razorpay_signature: Type.String({ minLength: 1, maxLength: 128, pattern: '^[0-9a-f]+$' }),
    coupon: Type.Optional(Code),
    referral_code: Type.Optional(Code),
  }),
  response: Type.Object({ ...Success, order: Order }),
  refusals: ['too_many_requests', 'payment_refused', 'not_found'],
});

export const getOrder = endpoint('GET /subscriptions/{id}/get_order', {
  summary: 'Show the state of an order; asks the provider if the state is unknown',
  id: 'The order.',
  access: 'subscriber',
  response: Type.Object({
    ...Success,
    order: Order,
    /** Null if nothing is left to pay. */
    checkout: Nullable(Checkout),
  }),
  refusals: ['not_found'],
});

export const standInOutcomes = ['paid', 'paid_late', 'failed'] as const;

export const payAtStandIn = endpoint('POST /subscriptions/{id}/pay_at_stand_in', {
  summary: 'Pay in the demo’s checkout, which stands in for the provider',
  id: 'The order.',
  access: 'subscriber',
  body: Type.Object({ outcome: Type.Enum([...standInOutcomes]) }),
  response: Type.Object({
    ...Success,
    /** Null for a payment that failed. */
    payment: Nullable(
      Type.Object({ razorpay_order_id: Type.String(), razorpay_payment_id: Type.String(), razorpay_signature: Type.String() }),
    ),
  }),
  refusals: ['not_found', 'not_possible'],
});

export const InvoiceLines = Type.Object({
  number: Type.String(),
  issued_at: Moment,
  seller: Type.Object({
    name: Type.String(),
    address: Type.String(),
    gstin: Nullable(Type.String()),
    state: Nullable(Type.String()),
    /** Service accounting code. */
    sac: Nullable(Type.String()),
  }),
  buyer_name: Nullable(Type.String()),
  buyer_address: Nullable(Type.String()),
  buyer_gstin: Nullable(Type.String()),
  description: Type.String(),
  amount: Paise,
  gst_percent: Type.Integer(),
  taxable: Paise,
  cgst: Paise,
  sgst: Paise,
});

export const getInvoice = endpoint('GET /subscriptions/{id}/get_invoice', {
  summary: 'Show the invoice of an order, and its credit note if it was refunded',
  id: 'The order.',
  access: 'subscriber',
  response: Type.Object({ ...Success, invoice: InvoiceLines, credit_note: Nullable(InvoiceLines) }),
  refusals: ['not_found'],
});
