import { getMe } from '@abhyas/contract/institute/identity';
import { beforeAll, expect, test } from 'vitest';
import { makeCoupon, sellPlan, standInWithHeldHooks } from '../../../testing/payments.ts';
import { tellStory } from '../../../testing/story.ts';

const { provider, hooks } = standInWithHeldHooks();
const story = tellStory({ payments: provider });
beforeAll(() => sellPlan(story));

test('no line of the log of a whole purchase contains a secret, a number, a code or a signature', async () => {
  const lines: string[] = [];
  const app = await story.serverWith({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } });
  await makeCoupon(story, { code: 'QUIET1' });
  const person = await story.student();
  const headers = { authorization: `Bearer ${person.token ?? ''}` };
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/api/subscriptions/${url}`, payload, headers });
  await post('validate_coupon', { coupon: 'QUIET1' });
  await post('validate_coupon', { coupon: 'QUIET2' });
  const made = (await post('create_mobile_subscription', { coupon: 'QUIET1', amount: 360_000 })).json<{ order: { id: number } }>().order;
  const { payment } = (await post(`${made.id}/pay_at_stand_in`, { outcome: 'paid' })).json<{ payment: Record<string, string> }>();
  await post('update_user_subscription', { ...payment, razorpay_signature: '0'.repeat(64) });
  await post('update_user_subscription', payment);
  const [hook] = hooks.splice(0);
  await app.inject({
    method: 'POST',
    url: '/hooks/stand-in',
    headers: { ...hook?.headers, 'x-razorpay-signature': 'ab' },
    payload: hook?.body ?? '',
  });
  await app.close();
  const { user } = await person.call(getMe, {});
  expect(lines.length).toBeGreaterThan(1);
  for (const secret of [
    user.phone,
    'QUIET1',
    'QUIET2',
    payment['razorpay_signature'],
    hook?.headers['x-razorpay-signature'],
    person.token,
  ]) {
    expect(secret).toBeTruthy();
    expect(lines.filter((line) => line.includes(secret ?? ''))).toEqual([]);
  }
});
