import type { GeneratedAlways } from 'kysely';
import type { Defaulted, DefaultedJson, Json } from './columns.ts';

export type OrderStatus = 'CREATED' | 'FAILED' | 'PAID' | 'REFUNDED';

/** The seller on an invoice. */
export interface Seller {
  name: string;
  address: string;
  gstin: string | null;
  state: string | null;
  sac: string | null;
}

/** One benefit of a plan, as a line of text. */
export interface PlanDetail {
  title: string;
  text: string;
}

/** Tables of plans, payments and subscriptions. Amounts are in paise. */
export interface PaymentTables {
  plans: {
    id: GeneratedAlways<number>;
    code: string;
    name: string;
    header: string;
    details: DefaultedJson<PlanDetail[]>;
    price: number;
    offer_price: number;
    referral_reward: Defaulted<number>;
    gst_percent: Defaulted<number>;
    number_of_months: Defaulted<number>;
    is_offered: Defaulted<boolean>;
    updated_at: Date;
  };
  coupons: {
    id: GeneratedAlways<number>;
    code: string;
    percent: Defaulted<number | null>;
    amount: Defaulted<number | null>;
    starts_at: Defaulted<Date | null>;
    ends_at: Defaulted<Date | null>;
    most_uses: Defaulted<number | null>;
    created_at: Date;
  };
  referral_codes: { user_id: number; code: string };
  payment_orders: {
    id: GeneratedAlways<number>;
    user_id: number;
    plan_id: number;
    plan_name: string;
    number_of_months: number;
    price: number;
    offer_discount: number;
    coupon_id: number | null;
    coupon_discount: number;
    referrer_id: number | null;
    referral_discount: number;
    amount: number;
    gst_percent: number;
    split_token: string;
    provider: string;
    provider_order_id: Defaulted<string | null>;
    status: Defaulted<OrderStatus>;
    reported_at: Defaulted<Date | null>;
    asked_at: Defaulted<Date | null>;
    payment_id: Defaulted<string | null>;
    paid_at: Defaulted<Date | null>;
    moved_at: Defaulted<Date | null>;
    buyer_address: Defaulted<string | null>;
    buyer_gstin: Defaulted<string | null>;
    created_at: Date;
  };
  coupon_uses: { order_id: number; coupon_id: number; user_id: number; held_until: Date | null };
  subscriptions: {
    id: GeneratedAlways<number>;
    user_id: number;
    order_id: number | null;
    number_of_months: number;
    since: Date;
    cut_at: Defaulted<Date | null>;
    starts_at: Date;
    ends_at: Date;
    reason: Defaulted<string | null>;
  };
  refunds: {
    id: GeneratedAlways<number>;
    order_id: number;
    provider_refund_id: Defaulted<string | null>;
    amount: number;
    status: 'REQUESTED' | 'PROCESSED' | 'FAILED';
    reason: Defaulted<string | null>;
    requested_at: Date;
    /** Id of a payment that started no subscription and is refunded in full; null for the order's own payment. */
    payment_id: Defaulted<string | null>;
    asked_at: Defaulted<Date | null>;
    processed_at: Defaulted<Date | null>;
  };
  payment_events: {
    provider: string;
    event_id: string;
    kind: string;
    order_id: number | null;
    payment_id: string | null;
    amount: number | null;
    outcome: string;
    received_at: Date;
  };
  invoice_counters: { series: string; year: string; last: number };
  invoices: {
    id: GeneratedAlways<number>;
    order_id: number;
    kind: 'INVOICE' | 'CREDIT_NOTE';
    number: string;
    issued_at: Date;
    seller: Json<Seller>;
    buyer_name: string | null;
    buyer_address: Defaulted<string | null>;
    buyer_gstin: Defaulted<string | null>;
    description: string;
    amount: number;
    gst_percent: number;
    taxable: number;
    cgst: number;
    sgst: number;
  };
}
