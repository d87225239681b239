/** What a provider says of a payment of an order. */
export interface Payment {
  payment_id: string;
  /** In paise. */
  amount: number;
  currency: string;
  /** `waiting`: neither taken nor given up. */
  state: 'captured' | 'waiting' | 'failed';
}

export interface Refund {
  refund_id: string;
  /** In paise. */
  amount: number;
  state: 'processed' | 'waiting' | 'failed';
}

/** An event that a provider tells of by a hook. `event_id` names its signed bytes. */
export type PaymentEvent = { event_id: string; kind: string } & (
  | { of: 'payment'; order_id: string; payment: Payment }
  | { of: 'refund'; order_id: string | null; payment_id: string; refund: Refund }
  | { of: 'other' }
);

/** The bytes of a hook as they came. */
export interface RawPaymentHook {
  body: Buffer;
  headers: Record<string, string>;
}

/** A hook that the provider did not sign, or that cannot be read. */
export class ForgedPaymentHook extends Error {}

/** The provider could not be reached, took too long or refused. Its words hold no key and no number. */
export class PaymentFault extends Error {}

export interface OrderPlan {
  /** In paise. */
  amount: number;
  /** Our own name of the order. */
  receipt: string;
  notes: Record<string, string>;
}

/** Who takes money. One for an installation, by configuration; the demo's stand-in goes the same way. */
export interface PaymentProvider {
  name: 'razorpay' | 'stand-in';
  /** What the checkout in the browser is opened with; no secret. */
  key_id: string;
  /** Makes an order there and returns its id. Throws `PaymentFault`. */
  createOrder(plan: OrderPlan): Promise<string>;
  /** Whether the provider signed that this payment is of this order. */
  isSigned(order_id: string, payment_id: string, signature: string): boolean;
  /** What was paid for an order; a payment of this amount that only waits for us is taken. Throws `PaymentFault`. */
  paymentsOf(order_id: string, amount: number, now: Date): Promise<Payment[]>;
  /** Pays back what of this amount was not paid back yet; asked again, it is the same refund. Throws `PaymentFault`. */
  refund(payment_id: string, amount: number, receipt: string): Promise<Refund>;
  /** Reads a hook. Throws `ForgedPaymentHook` unless the provider signed its bytes. */
  readHook(raw: RawPaymentHook): PaymentEvent;
  /** The demo's own checkout; null where there is a real one. */
  standIn: StandInCheckout | null;
}

export interface StandInCheckout {
  /** What the checkout hands to the page; null for a payment that failed. Its hook is sent meanwhile. */
  pay(
    order_id: string,
    outcome: 'paid' | 'paid_late' | 'failed',
    now: Date,
  ): Promise<{ razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string } | null>;
}
