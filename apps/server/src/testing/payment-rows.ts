import type { Story } from './story.ts';

/** Rows of a student's refunded order with a coupon, with the canary of the institute. */
export async function havePayments({ database: { db }, now }: Story, user_id: number, canary: string, code: string): Promise<void> {
  const id = (row: { id: number }) => row.id;
  const [plan_id, coupon_id] = [
    id(
      await db
        .insertInto('plans')
        .values({ code, name: canary, header: canary, price: 1000, offer_price: 1000, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    id(
      await db
        .insertInto('coupons')
        .values({ code: `${code.toUpperCase()}01`.padEnd(6, '0'), percent: 10, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  ];
  const order_id = id(
    await db
      .insertInto('payment_orders')
      .values({
        user_id,
        plan_id,
        plan_name: canary,
        number_of_months: 2,
        price: 1000,
        offer_discount: 0,
        coupon_id,
        coupon_discount: 100,
        referrer_id: null,
        referral_discount: 0,
        amount: 900,
        gst_percent: 18,
        split_token: `token of the ${canary}`,
        provider: 'stand-in',
        provider_order_id: `order_${canary}`,
        status: 'REFUNDED',
        payment_id: `pay_${canary}`,
        paid_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await db.insertInto('coupon_uses').values({ order_id, coupon_id, user_id, held_until: null }).execute();
  await db
    .insertInto('subscriptions')
    .values({ user_id, order_id, number_of_months: 2, since: now, cut_at: now, starts_at: now, ends_at: now })
    .execute();
  await db
    .insertInto('refunds')
    .values({ order_id, provider_refund_id: `rfnd_${canary}`, amount: 900, status: 'PROCESSED', requested_at: now, processed_at: now })
    .execute();
  await db
    .insertInto('invoices')
    .values({
      order_id,
      kind: 'INVOICE',
      number: `INV of the ${canary}`,
      issued_at: now,
      seller: JSON.stringify({ name: canary, address: canary, gstin: null, state: null, sac: null }),
      buyer_name: canary,
      buyer_address: canary,
      description: canary,
      amount: 900,
      gst_percent: 0,
      taxable: 900,
      cgst: 0,
      sgst: 0,
    })
    .execute();
  await db
    .insertInto('referral_codes')
    .values({ user_id, code: `R${code.toUpperCase()}`.padEnd(6, '0') })
    .execute();
}
