/** A provider's report on a payment of an order. */
export interface Payment {
  payment_id: string;
  /** In paise. */
  amount: number;
  currency: string;
  /** `waiting`: neither captured nor failed yet. `refunded`: money was taken, and went back in full. */
  state: 'captured' | 'waiting' | 'failed' | 'refunded';
}

export interface Refund {
  refund_id: string;
  /** In paise. */
  amount: number;
  state: 'processed' | 'waiting' | 'failed';
}

/** An event that a provider reports by a hook. `event_id` is the hash of its signed bytes. */
export type PaymentEvent = { event_id: string; kind: string } & (
  | { of: 'payment'; order_id: string; payment: Payment }
  /** `isWhole`: nothing of the payment is left, by this refund and earlier ones. */
  | { of: 'refund'; order_id: string | null; payment_id: string; refund: Refund; isWhole: boolean }
  | { of: 'other' }
);

/** The bytes of a hook as received. */
export interface RawPaymentHook {
  body: Buffer;
  headers: Record<string, string>;
}

/** A hook that the provider did not sign, or that cannot be read. */
export class ForgedPaymentHook extends Error {}

/** The provider could not be reached, took too long or refused. Its message contains no key and no number. */
export class PaymentFault extends Error {}

export interface OrderPlan {
  /** In paise. */
  amount: number;
  /** Our own id of the order. */
  receipt: string;
  notes: Record<string, string>;
}

/** The provider of payments. An installation has one, by configuration; the demo's stand-in has the same interface. */
export interface PaymentProvider {
  name: 'razorpay' | 'stand-in';
  /** The key that opens the checkout in the browser; it is not secret. */
  key_id: string;
  /** Creates an order at the provider and returns its id. Throws `PaymentFault`. */
  createOrder(plan: OrderPlan): Promise<string>;
  /** Whether the provider signed that this payment belongs to this order. */
  isSigned(order_id: string, payment_id: string, signature: string): boolean;
  /** The payments of an order. Captures a waiting payment of this amount. Throws `PaymentFault`. */
  paymentsOf(order_id: string, amount: number, now: Date): Promise<Payment[]>;
  /** Refunds the part of this amount that was not refunded yet. A repetition is the same refund. Throws `PaymentFault`. */
  refund(payment_id: string, amount: number, receipt: string): Promise<Refund>;
  /** Reads a hook. Throws `ForgedPaymentHook` unless the provider signed its bytes. */
  readHook(raw: RawPaymentHook): PaymentEvent;
  /** The demo's own checkout; null with a real provider. */
  standIn: StandInCheckout | null;
}

export interface StandInCheckout {
  /** Pays, sends the hook, and returns the fields that the checkout gives to the page; null for a failed payment. */
  pay(
    order_id: string,
    outcome: 'paid' | 'paid_late' | 'failed',
    now: Date,
  ): Promise<{ razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string } | null>;
}
