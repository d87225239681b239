// Contents: the plan and the person's subscriptions · orders · payments · invoices · the operator's acts · the job
import { say } from '@abhyas/exam/institute/sentence';
import { randomBytes } from 'node:crypto';
import { brand, brandPicture } from '@abhyas/contract/institute/brand';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import type { Checkout, InvoiceLines, Order, payAtStandIn, ReturnReason, validateCoupon } from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import { billOf } from '@abhyas/exam/payments/price';
import { addMonths } from '@abhyas/exam/payments/subscription-time';
import type { ActorContext, Context, SignedInContext, StudentContext } from '../../../context.ts';
import { lockPerson } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { PaymentFault, type PaymentProvider } from '../../../integrations/payments/payments.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { couponFor, holdCoupon, offeredPlan, referralCodeOf, referrerOf, releaseCoupon, takeCoupon } from '../pricing/pricing.ts';
import { subscriptionsOf } from '../subscriptions/subscriptions.ts';
import * as store from './payments.store.ts';
import { makeReturns } from './returns.ts';
import { askProvider, settlePaid, takeRefund } from './settling.ts';

/** How long an order keeps its price and its use of a coupon. */
const orderMs = 30 * 60_000;
/** The shortest time between two requests to the provider about an order; a waiting page asks the server more often. */
const secondsBetweenAsking = 5;

const moment = (at: Date | null) => at?.toISOString() ?? null;

interface OfOrder {
  ends_at: Date | null;
  hasInvoice: boolean;
  /** The order's payment that started no subscription and is refunded. */
  returned: { amount: number; status: string; reason: ReturnReason } | undefined;
}

function shownOrder(order: store.OrderRow, { ends_at, hasInvoice, returned }: OfOrder): Value<typeof Order> {
  return {
    id: order.id,
    status: returned && order.status !== 'PAID' ? 'REFUNDED' : order.status,
    is_moved: order.moved_at !== null,
    returned: returned ? { amount: returned.amount, is_done: returned.status === 'PROCESSED', reason: returned.reason } : null,
    is_on_its_way: order.status === 'CREATED' && order.reported_at !== null,
    plan_name: order.plan_name,
    number_of_months: order.number_of_months,
    price: order.price,
    offer_discount: order.offer_discount,
    coupon_discount: order.coupon_discount,
    referral_discount: order.referral_discount,
    amount: order.amount,
    currency: 'INR',
    created_at: order.created_at.toISOString(),
    paid_at: moment(order.paid_at),
    valid_until: order.status === 'PAID' ? moment(ends_at) : null,
    has_invoice: hasInvoice,
  };
}

/** The present state of the person's order. Throws `not_found` for another person's order. */
async function orderOf(context: StudentContext, id: number) {
  const { student } = context;
  const order = await store.findOrder(context, student.id, id);
  if (!order) throw new Problem('not_found');
  const subscription = (await subscriptionsOf(context, student.id)).find(({ order_id }) => order_id === id);
  const invoices = await store.findInvoices(context, [id]);
  const returned = (await store.findReturned(context, [id])).get(id);
  return { order, shown: shownOrder(order, { ends_at: subscription?.ends_at ?? null, hasInvoice: invoices.length > 0, returned }) };
}

/** The plan on sale, and the person's subscriptions. */
export async function subscriptionDetails(context: StudentContext, provider: PaymentProvider | null) {
  const { student, now } = context;
  const [plan, subscriptions, orders] = [
    await offeredPlan(context),
    await subscriptionsOf(context, student.id),
    await store.findOrdersOf(context, student.id),
  ];
  const invoiced = new Set(
    (
      await store.findInvoices(
        context,
        orders.map(({ id }) => id),
      )
    ).map(({ order_id }) => order_id),
  );
  const returned = await store.findReturned(
    context,
    orders.map(({ id }) => id),
  );
  const lasting = subscriptions.filter(({ ends_at }) => ends_at > now);
  const current = lasting.find(({ starts_at }) => starts_at <= now);
  const from = lasting.reduce((end, { ends_at }) => (ends_at > end ? ends_at : end), now);
  return {
    plan: plan
      ? {
          name: plan.name,
          logo: brand.logo === null ? null : brandPicture(brand.logo),
          theme: brand.colours?.accent ?? null,
          headerDescription: plan.header,
          details: plan.details,
          price: plan.price,
          offer_price: plan.offer_price,
          currency: 'INR' as const,
          referralReward: plan.referral_reward,
          number_of_months: plan.number_of_months,
          validity: addMonths(from, plan.number_of_months).toISOString(),
        }
      : null,
    can_pay: plan !== undefined && provider !== null,
    has_valid_subscription: lasting.length > 0,
    valid_until: lasting.length > 0 ? from.toISOString() : null,
    plan_amount: orders.find(({ id }) => id === current?.order_id)?.amount ?? null,
    orders: orders.map(({ ends_at, ...order }) =>
      shownOrder(order, { ends_at, hasInvoice: invoiced.has(order.id), returned: returned.get(order.id) }),
    ),
  };
}

export async function checkCoupon(context: StudentContext, code: string): Promise<Answer<typeof validateCoupon>> {
  const cut = await couponFor(context, code);
  return {
    success: true,
    is_coupon_valid: cut !== null,
    offer_percentage: cut?.percent ?? 0,
    offer_amount: cut?.amount ?? 0,
    message: (cut ? say`Coupon Applied` : say`Invalid Coupon Code`).text,
  };
}

export async function checkReferral(context: StudentContext, code: string) {
  const validReferral = (await referrerOf(context, code)) !== null;
  const referralReward = validReferral ? ((await offeredPlan(context))?.referral_reward ?? 0) : 0;
  const message = (validReferral ? say`Referral Applied` : say`Invalid Referral Code`).text;
  return { success: true as const, validReferral, referralReward, message };
}

export async function ownReferralCode(context: SignedInContext) {
  const referral_code = await referralCodeOf(context, context.caller.id);
  return { success: true as const, referral_code, referralReward: (await offeredPlan(context))?.referral_reward ?? 0 };
}

interface OrderWish {
  coupon?: string | undefined;
  referral_code?: string | undefined;
  /** The amount that the page shows. */
  amount: number;
  buyer_address?: string | undefined;
  buyer_gstin?: string | undefined;
}

/** Stores a new order, or finds the open one with the same terms. A free order is paid at once. */
async function noteOrder(context: StudentContext, provider: PaymentProvider, wish: OrderWish) {
  const { coupon: code, referral_code, amount } = wish;
  const { student, now } = context;
  const buyer = { buyer_address: wish.buyer_address?.trim() || null, buyer_gstin: wish.buyer_gstin ?? null };
  return inTransaction(context, async (within) => {
    await lockPerson(within, student.id);
    const plan = await offeredPlan(within);
    if (!plan) throw new Problem('not_possible', say`Nothing is sold at the moment.`);
    const coupon = code === undefined ? null : await takeCoupon(within, code);
    const referrer_id = referral_code === undefined ? null : await referrerOf(within, referral_code);
    if (referral_code !== undefined && referrer_id === null) throw new Problem('invalid_referral');
    const bill = billOf(plan, coupon, referrer_id !== null);
    if (bill.to_pay !== amount) throw new Problem('price_changed');
    // A person can use a coupon only once. A free order without a coupon could be repeated without end.
    if (bill.to_pay === 0 && !coupon && (await subscriptionsOf(within, student.id)).some(({ ends_at }) => ends_at > now))
      throw new Problem('not_possible', say`You have Premium already. Free Premium can be taken again once it has ended.`);
    const terms = {
      user_id: student.id,
      plan_id: plan.id,
      number_of_months: plan.number_of_months,
      coupon_id: coupon?.id ?? null,
      referrer_id,
      amount: bill.to_pay,
      provider: provider.name,
    };
    const open = await store.findOpenOrder(within, terms, new Date(now.getTime() - orderMs));
    if (open) {
      await store.setBuyer(within, open.id, buyer);
      return open;
    }
    const order = await store.insertOrder(within, {
      ...terms,
      ...buyer,
      plan_name: plan.name,
      price: bill.price,
      offer_discount: bill.offer,
      coupon_discount: bill.coupon,
      referral_discount: bill.referral,
      gst_percent: plan.gst_percent,
      split_token: randomBytes(16).toString('base64url'),
    });
    const held_until = new Date(now.getTime() + orderMs);
    if (coupon) {
      const use = { order_id: order.id, coupon_id: coupon.id, user_id: student.id };
      await holdCoupon(within, { ...use, held_until });
      await store.cancelOthers(within, use);
    }
    if (bill.to_pay === 0 && !(await settlePaid(within, order, null))) throw new Problem('invalid_coupon');
    return order;
  });
}

const notesOf = (order: store.OrderRow) => ({ split_token: order.split_token, number_of_months: String(order.number_of_months) });

/** The person's order, ready for payment. The server sets the amount, and only compares it with the amount on the page. */
export async function makeOrder(context: StudentContext, provider: PaymentProvider | null, wish: OrderWish) {
  if (!provider) throw new Problem('not_possible', say`Paying online is not possible here. Contact us.`);
  if (!context.budgets.take('orders', context.student.id)) throw new Problem('too_many_requests');
  const order = await noteOrder(context, provider, wish);
  if (order.amount > 0 && order.provider_order_id === null) {
    try {
      const named = await provider.createOrder({ amount: order.amount, receipt: `order-${order.id}`, notes: notesOf(order) });
      await store.setProviderOrder(context, order.id, named);
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
      context.report(error.message);
      await inTransaction(context, async (within) => {
        await store.lockOrder(within, order.id);
        await store.setFailed(within, order.id);
        await releaseCoupon(within, order.id);
      });
      throw new Problem('payment_unavailable');
    }
  }
  return { success: true as const, order: (await orderOf(context, order.id)).shown };
}

/** Asks the provider about an order. If the provider fails, the order stays as it is. */
async function tryToSettle(context: Context, provider: PaymentProvider, order: store.OrderRow, report: (fault: string) => void) {
  try {
    await askProvider(context, provider, order);
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    report(error.message);
  }
  await makeReturns(context, provider, report, order.id);
}

interface SignedPayment {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/**
 * Takes a payment that the checkout signed, and asks the provider for it; if the provider does not know it yet, the money is on its way. A
 * repetition changes nothing. Throws `not_found` for another person's order, `payment_refused` for a wrong signature.
 */
export async function bringPayment(context: StudentContext, provider: PaymentProvider | null, signed: SignedPayment) {
  if (!context.budgets.take('payments', context.student.id)) throw new Problem('too_many_requests');
  const order = provider && (await store.findOrderAt(context, context.student.id, provider.name, signed.razorpay_order_id));
  if (!order) throw new Problem('not_found');
  if (!provider.isSigned(signed.razorpay_order_id, signed.razorpay_payment_id, signed.razorpay_signature)) {
    context.report('a payment with a wrong signature was refused');
    throw new Problem('payment_refused');
  }
  await store.setReported(context, order.id);
  if (order.status === 'CREATED' || order.status === 'FAILED') await tryToSettle(context, provider, order, context.report);
  return { success: true as const, order: (await orderOf(context, order.id)).shown };
}

/** The state of an order, and the fields that open its checkout. Asks the provider if the order may have changed. */
export async function orderState(context: StudentContext, provider: PaymentProvider | null, id: number) {
  const before = await orderOf(context, id);
  const isOpen = before.order.status === 'CREATED' || before.order.status === 'FAILED';
  const mayAsk = () => context.budgets.take('payment_looks', context.student.id);
  if (isOpen && provider && mayAsk() && (await store.takeTurn(context, id, secondsBetweenAsking)))
    await tryToSettle(context, provider, before.order, context.report);
  const { order, shown } = await orderOf(context, id);
  const isFresh = order.created_at.getTime() > context.now.getTime() - orderMs;
  const isPayable = isFresh && order.status === 'CREATED' && order.reported_at === null && order.provider === provider?.name;
  const checkout: Value<typeof Checkout> | null =
    isPayable && order.provider_order_id !== null
      ? {
          provider: provider.name,
          key_id: provider.key_id,
          order_id: order.provider_order_id,
          amount: order.amount,
          currency: 'INR',
          name: brand.name,
          description: `${order.plan_name}, ${order.number_of_months} months`,
          prefill: { name: context.student.name ?? '', contact: context.student.phone ? `+91${context.student.phone}` : '', email: '' },
          notes: notesOf(order),
        }
      : null;
  return { success: true as const, order: shown, checkout };
}

/** Pays or fails in the demo's checkout, in place of the provider. Throws `not_possible` with a real provider. */
export async function payStandIn(context: StudentContext, provider: PaymentProvider | null, { id, outcome }: Input<typeof payAtStandIn>) {
  if (!context.budgets.take('payments', context.student.id)) throw new Problem('too_many_requests');
  const { order } = await orderOf(context, id);
  if (!provider?.standIn || order.provider_order_id === null) throw new Problem('not_possible');
  const payment = await provider.standIn.pay(order.provider_order_id, outcome, context.now).catch((error: unknown) => {
    if (error instanceof PaymentFault) throw new Problem('not_possible', error.message);
    throw error;
  });
  return { success: true as const, payment };
}

const shownInvoice = (row: Awaited<ReturnType<typeof store.findInvoices>>[number]): Value<typeof InvoiceLines> => ({
  number: row.number,
  issued_at: row.issued_at.toISOString(),
  seller: row.seller,
  buyer_name: row.buyer_name,
  buyer_address: row.buyer_address,
  buyer_gstin: row.buyer_gstin,
  description: row.description,
  amount: row.amount,
  gst_percent: row.gst_percent,
  taxable: row.taxable,
  cgst: row.cgst,
  sgst: row.sgst,
});

/** The invoice of one of the person's orders. Throws `not_found`. */
export async function invoiceOf(context: StudentContext, id: number) {
  const { order } = await orderOf(context, id);
  const rows = await store.findInvoices(context, [order.id]);
  const of = (kind: 'INVOICE' | 'CREDIT_NOTE') => rows.find((row) => row.kind === kind);
  const [invoice, note] = [of('INVOICE'), of('CREDIT_NOTE')];
  if (!invoice) throw new Problem('not_found');
  return { success: true as const, invoice: shownInvoice(invoice), credit_note: note ? shownInvoice(note) : null };
}

/** The operator's list, with the person's id and no name. */
export const latestOrders = (context: Context, phone: string | null, most: number) => store.findAllOrders(context, phone, most);

/**
 * Refunds an order in full, and ends its subscription once the provider confirms, in its answer or by a hook. A repetition after a fault is
 * the same refund. Throws `not_found`, `not_possible`, and `payment_unavailable` if the provider does not answer.
 */
export async function refundOrder(
  context: ActorContext,
  provider: PaymentProvider,
  id: number,
  reason: string,
): Promise<'refunded' | 'on its way' | 'failed'> {
  const { order, request } = await inTransaction(context, async (within) => {
    const found = await store.lockOrder(within, id);
    if (!found) throw new Problem('not_found', 'There is no order with this number.');
    if (found.status !== 'PAID' || found.payment_id === null || found.provider !== provider.name)
      throw new Problem(
        'not_possible',
        `Order ${id} cannot be refunded here: ${found.status}, ${found.amount === 0 ? 'free' : found.provider}.`,
      );
    const known = (await store.findRefunds(within, id)).find(({ status }) => status === 'REQUESTED');
    if (known) return { order: found, request: known.id };
    const made = await store.insertRefundRequest(within, id, found.amount, reason);
    await writeAudit(within, {
      what: 'payment.refund',
      object_type: 'payment_order',
      object_id: id,
      after: { amount: found.amount },
      reason,
    });
    return { order: found, request: made };
  });
  const payment_id = order.payment_id ?? '';
  const refund = await provider.refund(payment_id, order.amount, `refund-${request}`).catch((error: unknown) => {
    if (error instanceof PaymentFault)
      throw new Problem('payment_unavailable', `${error.message} The refund is recorded. Run the command again.`);
    throw error;
  });
  const outcome = await inTransaction(context, async (within) => {
    const held = await store.lockOrder(within, id);
    if (!held) throw new Problem('not_found');
    // The provider refunds what is left of the payment.
    await takeRefund(within, held, payment_id, { ...refund, isWhole: true });
    return store.lockOrder(within, id);
  });
  if (outcome?.status === 'REFUNDED') return 'refunded';
  return refund.state === 'failed' ? 'failed' : 'on its way';
}

/** Fetches orders from the provider whose payment no page or hook has reported, then makes the due refunds. */
export async function settleUnsettled(context: Context, provider: PaymentProvider, report: (fault: string) => void): Promise<void> {
  for (const order of await store.findUnsettled(context, provider.name, 50))
    if (await store.takeTurn(context, order.id, secondsBetweenAsking)) await tryToSettle(context, provider, order, report);
  await makeReturns(context, provider, report);
}
