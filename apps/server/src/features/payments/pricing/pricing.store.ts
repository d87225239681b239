import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export function findOfferedPlan({ db }: Context) {
  return db.selectFrom('plans').where('is_offered', '=', true).selectAll().executeTakeFirst();
}

export function findPlans({ db }: Context) {
  return db.selectFrom('plans').orderBy('code').selectAll().execute();
}

/** The plan with this code, locked until the transaction ends. */
export function lockPlan({ db }: Context, code: string) {
  return db.selectFrom('plans').where('code', '=', code).selectAll().forNoKeyUpdate().executeTakeFirst();
}

export interface PlanFields {
  code: string;
  name: string;
  header: string;
  details: { title: string; text: string }[];
  price: number;
  offer_price: number;
  referral_reward: number;
  gst_percent: number;
  number_of_months: number;
}

export async function upsertPlan({ db, now }: Context, { details, ...plan }: PlanFields): Promise<number> {
  const row = { ...plan, details: JSON.stringify(details), updated_at: now };
  const { id } = await db
    .insertInto('plans')
    .values(row)
    .onConflict((on) => on.column('code').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts this plan on sale in place of any other; null ends the sale. */
export async function setOffered({ db, now }: Context, id: number | null): Promise<void> {
  await db.updateTable('plans').set({ is_offered: false, updated_at: now }).where('is_offered', '=', true).execute();
  if (id !== null) await db.updateTable('plans').set({ is_offered: true, updated_at: now }).where('id', '=', id).execute();
}

export function findCoupon({ db }: Context, code: string) {
  return db.selectFrom('coupons').where('code', '=', code).selectAll().executeTakeFirst();
}

/** The coupon, locked until the transaction ends, so that its uses are counted one after the other. */
export function lockCoupon({ db }: Context, code: string) {
  return db.selectFrom('coupons').where('code', '=', code).selectAll().forNoKeyUpdate().executeTakeFirst();
}

export function lockCouponById({ db }: Context, id: number) {
  return db.selectFrom('coupons').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The number of a coupon's uses that are paid or reserved by others, and whether this person has paid with it. */
export async function countUses({ db, now }: Context, coupon_id: number, user_id: number): Promise<{ uses: number; is_used: boolean }> {
  const { rows } = await sql<{ uses: number; is_used: boolean }>`
    select (count(*) filter (where user_id <> ${user_id} and (held_until is null or held_until > ${now})))::int as uses,
      coalesce(bool_or(user_id = ${user_id} and held_until is null), false) as is_used
    from coupon_uses where coupon_id = ${coupon_id}`.execute(db);
  return rows[0] ?? { uses: 0, is_used: false };
}

/** Reserves a use of a coupon for an order. Deletes expired reservations and the person's reservations for other orders. */
export async function holdUse(
  { db, now }: Context,
  use: { order_id: number; coupon_id: number; user_id: number; held_until: Date },
): Promise<void> {
  await sql`
    delete from coupon_uses where coupon_id = ${use.coupon_id} and (held_until <= ${now} or (user_id = ${use.user_id} and held_until is not null))`.execute(
    db,
  );
  await db.insertInto('coupon_uses').values(use).execute();
}

/** Stores the coupon's use by a paid order, and deletes the person's reservations of the coupon for other orders. */
export async function storeUse({ db }: Context, use: { order_id: number; coupon_id: number; user_id: number }): Promise<void> {
  await db
    .deleteFrom('coupon_uses')
    .where('coupon_id', '=', use.coupon_id)
    .where('user_id', '=', use.user_id)
    .where('held_until', 'is not', null)
    .execute();
  await db
    .insertInto('coupon_uses')
    .values({ ...use, held_until: null })
    .execute();
}

export async function deleteHold({ db }: Context, order_id: number): Promise<void> {
  await db.deleteFrom('coupon_uses').where('order_id', '=', order_id).where('held_until', 'is not', null).execute();
}

export interface CouponFields {
  code: string;
  percent: number | null;
  amount: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  most_uses: number | null;
}

/** Inserts a coupon and returns its id; undefined if one with this code exists. */
export async function insertCoupon({ db, now }: Context, coupon: CouponFields): Promise<number | undefined> {
  const row = await db
    .insertInto('coupons')
    .values({ ...coupon, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function setCouponEnd({ db }: Context, id: number, ends_at: Date): Promise<void> {
  await db.updateTable('coupons').set({ ends_at }).where('id', '=', id).execute();
}

/** Every coupon with the number of its paid uses, newest first. */
export function findCoupons({ db }: Context) {
  return db
    .selectFrom('coupons')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('coupon_uses')
        .whereRef('coupon_uses.coupon_id', '=', 'coupons.id')
        .where('held_until', 'is', null)
        .select((is) => is.fn.countAll<number>().as('count'))
        .as('uses'),
    )
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
}

export function findReferralCode({ db }: Context, user_id: number) {
  return db.selectFrom('referral_codes').where('user_id', '=', user_id).select('code').executeTakeFirst();
}

export function findReferrer({ db }: Context, code: string) {
  return db.selectFrom('referral_codes').where('code', '=', code).select('user_id').executeTakeFirst();
}

/** Stores a person's referral code. Changes nothing if the person has a code, or another person has this one. */
export async function insertReferralCode({ db }: Context, user_id: number, code: string): Promise<void> {
  await db
    .insertInto('referral_codes')
    .values({ user_id, code })
    .onConflict((on) => on.doNothing())
    .execute();
}
