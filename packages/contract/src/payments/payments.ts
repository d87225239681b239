// Contents: the plan and the person's subscription · codes · orders · the demo's checkout · invoices
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Characters of a coupon and of a referral code (spec 2, section 9). */
export const CODE_LENGTH = 6;

const Paise = Type.Integer({ minimum: 0 });
/** As typed; letters are raised by the server. */
const Code = Type.String({ minLength: 1, maxLength: CODE_LENGTH });
/** What providers name orders, payments and refunds. */
const ProviderId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' });

export const orderStatuses = ['CREATED', 'FAILED', 'PAID', 'REFUNDED'] as const;

/** An order as its buyer sees it. */
export const Order = Type.Object({
  id: Id,
  /** `CREATED` may still be paid; of `FAILED` the provider says that nothing was taken. */
  status: Type.Enum([...orderStatuses]),
  /** The page brought a signed payment which the provider has not yet said to be taken. */
  is_on_its_way: Type.Boolean(),
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
  /** When what was bought ends; null where nothing was. */
  valid_until: Nullable(Moment),
  has_invoice: Type.Boolean(),
});

/** What the provider's checkout is opened with. */
export const Checkout = Type.Object({
  provider: Type.Enum(['razorpay', 'stand-in']),
  key_id: Type.String(),
  order_id: Type.String(),
  amount: Paise,
  currency: Type.Literal('INR'),
  name: Type.String(),
  description: Type.String(),
  /** The email is empty where we know none. */
  prefill: Type.Object({ name: Type.String(), contact: Type.String(), email: Type.String() }),
  notes: Type.Object({ split_token: Type.String(), number_of_months: Type.String() }),
});

export const getSubscriptionDetails = endpoint('GET /subscriptions/get_subscription_details', {
  summary: 'What is sold, at what price, and what the person has',
  access: 'subscriber',
  response: Type.Object({
    ...Success,
    /** Null while nothing is sold. */
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
        /** How long it would last, paid now. */
        validity: Moment,
      }),
    ),
    /** Whether money can be taken here. */
    can_pay: Type.Boolean(),
    has_valid_subscription: Type.Boolean(),
    valid_until: Nullable(Moment),
    /** What was paid for what lasts now; null where it was given. */
    plan_amount: Nullable(Paise),
    /** The latest first. */
    orders: Type.Array(Order),
  }),
});

export const validateCoupon = endpoint('POST /subscriptions/validate_coupon', {
  summary: 'Whether a coupon is good for the person now, and what it takes off',
  access: 'subscriber',
  body: Type.Object({ coupon: Code }),
  response: Type.Object({
    ...Success,
    is_coupon_valid: Type.Boolean(),
    /** 0 where the coupon takes off an amount. */
    offer_percentage: Type.Integer(),
    /** In paise; 0 where it takes off a percent. */
    offer_amount: Paise,
    message: Type.String(),
  }),
  refusals: ['too_many_requests'],
});

export const validateReferral = endpoint('POST /subscriptions/validate_referral', {
  summary: 'Whether a referral code is somebody else’s, and what it takes off',
  access: 'subscriber',
  body: Type.Object({ referral_code: Code }),
  response: Type.Object({ ...Success, validReferral: Type.Boolean(), referralReward: Paise, message: Type.String() }),
  refusals: ['too_many_requests'],
});

export const getReferralCode = endpoint('GET /subscriptions/get_referral_code', {
  summary: 'The person’s own referral code',
  access: 'subscriber',
  response: Type.Object({
    ...Success,
    referral_code: Type.String(),
    /** What it takes off for who uses it, in paise; 0 while nothing is sold. */
    referralReward: Paise,
  }),
});

export const createOrder = endpoint('POST /subscriptions/create_mobile_subscription', {
  summary: 'Make an order of the plan that is offered',
  description: 'Asked again with the same codes, it is the same order as long as that is open. The amount is computed by the server.',
  access: 'subscriber',
  body: Type.Object({
    coupon: Type.Optional(Code),
    referral_code: Type.Optional(Code),
    /** What the page shows, in paise: another price is refused. */
    amount: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  }),
  response: Type.Object({ ...Success, order: Order }),
  refusals: ['too_many_requests', 'invalid_coupon', 'invalid_referral', 'price_changed', 'payment_unavailable', 'not_possible'],
});

export const updateUserSubscription = endpoint('POST /subscriptions/update_user_subscription', {
  summary: 'Bring the payment that the checkout has signed',
  description: 'Codes are those of the order; the ones given here change nothing.',
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
  summary: 'How it stands with an order; asks the provider where that is not known',
  id: 'The order.',
  access: 'subscriber',
  response: Type.Object({
    ...Success,
    order: Order,
    /** Null once there is nothing to pay. */
    checkout: Nullable(Checkout),
  }),
  refusals: ['not_found'],
});

export const standInOutcomes = ['paid', 'paid_late', 'failed'] as const;

export const payAtStandIn = endpoint('POST /subscriptions/{id}/pay_at_stand_in', {
  summary: 'The demo’s checkout, in the provider’s place: what it hands to the page',
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
  description: Type.String(),
  amount: Paise,
  gst_percent: Type.Integer(),
  taxable: Paise,
  cgst: Paise,
  sgst: Paise,
});

export const getInvoice = endpoint('GET /subscriptions/{id}/get_invoice', {
  summary: 'The invoice of an order, and its credit note where it was refunded',
  id: 'The order.',
  access: 'subscriber',
  response: Type.Object({ ...Success, invoice: InvoiceLines, credit_note: Nullable(InvoiceLines) }),
  refusals: ['not_found'],
});
