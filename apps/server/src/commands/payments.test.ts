import { getSubscriptionDetails } from '@abhyas/contract/payments/payments';
import { expect, test } from 'vitest';
import { bringHook, buy, standInWithHeldHooks } from '../testing/payments.ts';
import { storySecret, tellStory } from '../testing/story.ts';
import { commands } from './commands.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });

async function run(name: string, ...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const { database, now } = story;
  const context = { db: database.db, now, random: () => 0.5, secret: storySecret, payments: provider, isServing: false, print };
  return { exit: (await commands[name]?.(context, args)) ?? -1, said: lines.join('\n') };
}
const acts = async () =>
  (await story.database.db.selectFrom('audit_log').orderBy('id').select(['what', 'role']).execute()).map(({ what }) => what);

test('the operator creates a plan of two months by default, changes its price, and puts it on sale', async () => {
  expect((await run('plans', 'list')).said).toBe('There is no plan yet.');
  expect(await run('plans', 'set', 'premium', '--price', '6000')).toMatchObject({
    exit: 1,
    said: 'A new plan needs a name, a header and a price.',
  });
  const made = await run(
    'plans',
    'set',
    'premium',
    '--name',
    'Premium',
    '--header',
    'All of it',
    '--price',
    '6000',
    '--opens',
    'Video: Solutions',
  );
  expect(made).toMatchObject({ exit: 0, said: expect.stringContaining('2 months  ₹6000 of ₹6000') as string });
  expect((await run('plans', 'set', 'premium', '--offer', '4000.50', '--months', '12')).said).toContain('12 months  ₹4000.50 of ₹6000');
  expect((await run('plans', 'set', 'premium', '--offer', '7000')).exit).toBe(1);
  expect((await run('plans', 'offer', 'premium')).exit).toBe(0);
  const student = await story.student();
  expect((await student.call(getSubscriptionDetails, {})).details.plan).toMatchObject({
    offer_price: 400_050,
    number_of_months: 12,
    details: [{ title: 'Video', text: 'Solutions' }],
  });
  expect((await run('plans', 'offer', '--none', 'yes')).exit).toBe(0);
  expect((await student.call(getSubscriptionDetails, {})).details.plan).toBeNull();
  expect((await run('plans', 'offer', 'premium')).exit).toBe(0);
  expect(await acts()).toEqual(['plan.create', 'plan.change', 'plan.offer', 'plan.offer', 'plan.offer']);
});

test('the operator adds coupons with dates and uses, and ends them', async () => {
  expect((await run('coupons', 'add', 'neet27', '--percent', '10', '--until', '2027-03-31', '--uses', '100')).said).toBe(
    'NEET27  10%  used 0 of 100  until 2027-03-31T18:30:00.000Z',
  );
  expect((await run('coupons', 'add', 'NEET27', '--amount', '500')).exit).toBe(1);
  expect((await run('coupons', 'add', 'LEAP28', '--percent', '10', '--until', '2027-02-30')).exit).toBe(2);
  expect((await run('coupons', 'end', 'NEET27')).exit).toBe(0);
  expect((await run('coupons', 'list')).said).toContain(`until ${story.now.toISOString()}`);
  expect((await acts()).slice(-2)).toEqual(['coupon.create', 'coupon.end']);
});

test('the operator lists orders by person id and refunds one, with a reason in the log', async () => {
  const student = await story.student();
  const { id } = await buy(story, student, hooks, { amount: 400_050 });
  const { said } = await run('payments', 'list');
  expect(said).toMatch(new RegExp(`^${id}  .*  person ${student.id}  ₹4000\\.50  PAID  order_\\w+  pay_\\w+$`));
  expect((await run('payments', 'refund', String(id))).exit).toBe(2);
  expect((await run('payments', 'refund', '999999', '--reason', 'x')).exit).toBe(1);
  expect(await run('payments', 'refund', String(id), '--reason', 'Bought twice')).toEqual({
    exit: 0,
    said: 'Refunded; its subscription has ended.',
  });
  for (const hook of hooks.splice(0)) await bringHook(story, hook);
  expect((await run('payments', 'list')).said).toContain('REFUNDED');
  expect((await student.call(getSubscriptionDetails, {})).details.has_valid_subscription).toBe(false);
  expect((await acts()).at(-1)).toBe('payment.refund');
});

test('the operator gives Premium, shows it and withdraws it', async () => {
  const student = await story.student();
  const { phone } = await story.database.db.selectFrom('users').where('id', '=', student.id).select('phone').executeTakeFirstOrThrow();
  const number = phone ?? '';
  expect((await run('premium', 'show', number)).said).toBe('No subscriptions yet.');
  expect((await run('premium', 'give', number, '--months', '2', '--reason', 'Won the quiz')).said).toContain('given: Won the quiz');
  expect((await student.call(getSubscriptionDetails, {})).details).toMatchObject({ has_valid_subscription: true, plan_amount: null });
  expect((await run('premium', 'take', number, '--reason', 'A mistake')).exit).toBe(0);
  expect((await student.call(getSubscriptionDetails, {})).details.has_valid_subscription).toBe(false);
  expect((await run('premium', 'take', number, '--reason', 'Again')).exit).toBe(1);
  expect((await run('premium', 'give', '0000000000', '--months', '2', '--reason', 'x')).said).toBe('Nobody has this number.');
});

test.each([
  ['plans', ['set', 'Premium!', '--price', '1']],
  ['plans', ['set', 'premium', '--price', 'free']],
  ['plans', ['set', 'premium', '--months', '0']],
  ['plans', ['offer']],
  ['coupons', ['add', 'SHORT', '--percent', '10']],
  ['coupons', ['add', 'BOTH01', '--percent', '10', '--amount', '5']],
  ['coupons', ['add', 'NONE01']],
  ['coupons', ['add', 'MUCH01', '--percent', '101']],
  ['coupons', ['add', 'WHEN01', '--percent', '10', '--until', 'tomorrow']],
  ['payments', ['list', '--phone', '12']],
  ['payments', ['refund', 'x', '--reason', 'y']],
  ['premium', ['give', '9000000001', '--months', '2']],
  ['premium', ['give', '9000000001', '--reason', 'x']],
])('%s with %j changes nothing and prints its usage', async (name, args) => {
  const before = await acts();
  expect(await run(name, ...args)).toMatchObject({ exit: 2, said: expect.stringMatching(/^Usage:/) as string });
  expect(await acts()).toEqual(before);
});
