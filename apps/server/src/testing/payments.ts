import { createOrder, getOrder, payAtStandIn, updateUserSubscription } from '@abhyas/contract/payments/payments';
import type { Input } from '@abhyas/contract/endpoint';
import { getMe } from '@abhyas/contract/institute/identity';
import { type PaymentProvider, type RawPaymentHook } from '../integrations/payments/payments.ts';
import { standInPayments } from '../integrations/payments/stand-in.ts';
import { addCoupon, type CouponFields, offerPlan, storePlan } from '../features/payments/pricing/pricing.ts';
import { type Story, storySecret, type Visitor } from './story.ts';

/** The stand-in for the provider, which keeps its hooks until a test delivers them. */
export interface HeldHooks {
  provider: PaymentProvider;
  hooks: RawPaymentHook[];
}

export function standInWithHeldHooks(): HeldHooks {
  const hooks: RawPaymentHook[] = [];
  return { hooks, provider: standInPayments({ secret: storySecret, deliver: async (hook) => void hooks.push(hook) }) };
}

/** Delivers a hook to the server, as a provider does. */
export const bringHook = ({ app }: Story, { body, headers }: RawPaymentHook) =>
  app.inject({ method: 'POST', url: '/hooks/stand-in', headers, payload: body });

export const operatorIn = ({ database, now }: Story) => ({
  db: database.db,
  now,
  random: () => 0.5,
  actor: { user_id: null, role: 'operator' as const, institute_id: null, reason: null },
});

/** Offers a plan of two months at ₹4,000 instead of ₹6,000, with a referral reward of ₹200. */
export async function sellPlan(story: Story, code = 'premium'): Promise<void> {
  const plan = { name: 'Premium', header: 'All of it', price: 600_000, offer_price: 400_000, referral_reward: 20_000 };
  await storePlan(operatorIn(story), code, plan);
  await offerPlan(operatorIn(story), code);
}

export const makeCoupon = (story: Story, coupon: Partial<CouponFields> & { code: string }) =>
  addCoupon(operatorIn(story), { percent: 10, amount: null, starts_at: null, ends_at: null, most_uses: null, ...coupon });

/** An order, by default of ₹4,000. */
export const order = async (buyer: Visitor, wish: Partial<Input<typeof createOrder>> = {}) =>
  (await buyer.call(createOrder, { amount: 400_000, ...wish })).order;

/** Pays at the stand-in and returns the signed payment of its checkout. */
export async function pay(buyer: Visitor, id: number) {
  const { payment } = await buyer.call(payAtStandIn, { id, outcome: 'paid' });
  if (!payment) throw new Error('The stand-in gave no payment');
  return payment;
}

export const bring = async (buyer: Visitor, payment: Awaited<ReturnType<typeof pay>>) =>
  (await buyer.call(updateUserSubscription, payment)).order;

export const stateOf = async (buyer: Visitor, id: number) => (await buyer.call(getOrder, { id })).order;

/** An order that is paid, and confirmed by page and hook. */
export async function buy(story: Story, buyer: Visitor, hooks: RawPaymentHook[], wish: Partial<Input<typeof createOrder>> = {}) {
  const made = await order(buyer, wish);
  const payment = await pay(buyer, made.id);
  await bring(buyer, payment);
  for (const hook of hooks.splice(0)) await bringHook(story, hook);
  return { id: made.id, payment };
}

export const hasPremium = async (person: Visitor) => (await person.call(getMe, {})).user.has_premium_access;

/** Number of an order's rows in a table. */
export async function countOf({ database }: Story, table: 'subscriptions' | 'invoices' | 'coupon_uses' | 'refunds', order_id: number) {
  const { rows } = await database.pool.query<{ n: string }>(`select count(*) as n from ${table} where order_id = $1`, [order_id]);
  return Number(rows[0]?.n);
}
