import type { ActorContext, Context } from '../context.ts';
import { addCoupon, allCoupons, allPlans, offerPlan, storePlan } from '../features/payments/pricing/pricing.ts';
import { give, subscriptionsOf } from '../features/payments/subscriptions/subscriptions.ts';

const demoPlan = {
  name: 'Abhyas Premium',
  header: 'Everything you practise, opened for 12 months',
  details: [
    { title: 'Personalised Assignment', text: 'Built from your mistakes, chapter by chapter' },
    { title: 'Cheat Sheet', text: 'Quick points you tag as Known or Unknown' },
    { title: 'Video', text: 'Solutions and topics, explained' },
    { title: 'Locked topics and mock tests', text: 'All of them, at once' },
  ],
  price: 600_000,
  offer_price: 400_000,
  referral_reward: 20_000,
  number_of_months: 12,
};

const open = { starts_at: null, ends_at: null, most_uses: null };
const demoCoupons = [
  { ...open, code: 'NEET27', percent: 10, amount: null },
  { ...open, code: 'SAVE50', percent: null, amount: 50_000 },
  { ...open, code: 'FREE27', percent: 100, amount: null },
];

/** A referral code that everybody but its owner can try. */
export const demoReferral = { phone: '9000000003', code: 'MEERA7' };

/** The demo's plan, two coupons and a free one, a referral code, and permanent Premium for its person. Existing rows stay as they are. */
export async function placeDemoPayments(context: Context, premium: { phone: string; until: Date }): Promise<void> {
  const reason = 'The plan of the demo.';
  const actor: ActorContext = { ...context, actor: { user_id: null, role: 'operator', institute_id: null, reason } };
  if ((await allPlans(context)).length === 0) {
    await storePlan(actor, 'premium', demoPlan);
    await offerPlan(actor, 'premium');
  }
  const known = new Set((await allCoupons(context)).map(({ code }) => code));
  for (const coupon of demoCoupons) if (!known.has(coupon.code)) await addCoupon(actor, coupon);
  const people = await context.db
    .selectFrom('users')
    .where('phone', 'in', [demoReferral.phone, premium.phone])
    .select(['id', 'phone'])
    .execute();
  for (const { id, phone } of people) {
    if (phone === premium.phone && (await subscriptionsOf(context, id)).length === 0)
      await give(context, id, { until: premium.until }, 'The demo shows what Premium opens.');
    if (phone === demoReferral.phone)
      await context.db
        .insertInto('referral_codes')
        .values({ user_id: id, code: demoReferral.code })
        .onConflict((on) => on.doNothing())
        .execute();
  }
}
