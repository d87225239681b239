import { endOtherSignIns, endSignIn, getMe, getSignIns, login, logout, requestOtp } from '@abhyas/contract/institute/identity';
import { expect, test } from 'vitest';
import type { SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { signInKeyOf } from '../../../http/token.ts';
import { concurrently, whileUncommitted } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { deviceOfAgent } from './device.ts';
import { endAllSignIns, goOn } from './sign-ins.ts';

const story = tellStory();
const day = 86_400;
let lastPhone = 8_200_000_000;

/** A person at a browser: the token travels in the cookie, as a page sends it. */
async function browser(phone_number: string) {
  const visitor = story.visitor();
  const { demo_otp = '' } = await visitor.call(requestOtp, { phone_number });
  const { token, user } = await visitor.call(login, { phone_number, otp: demo_otp });
  story.pass(31);
  let cookie = token;
  const me = async () => {
    const headers = { cookie: `abhyas=${cookie}`, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
    const response = await story.visitor().send({ method: 'GET', url: '/api/users/me', headers });
    const renewed = response.cookies.find(({ name }) => name === 'abhyas')?.value;
    return { status: response.statusCode, renewed, take: () => void (cookie = renewed ?? cookie) };
  };
  return { visitor: Object.assign(visitor, { token }), id: user.id, me };
}
const nextPhone = () => String((lastPhone += 1));

test('a token is renewed once a day, and the old one ends when the new one has been used', async () => {
  const { me } = await browser(nextPhone());
  expect(await me()).toMatchObject({ status: 200, renewed: undefined });
  story.pass(day);
  const first = await me();
  expect(first.renewed).toBeDefined();
  // If the response was lost, or another tab calls simultaneously, the old token still works, and is not renewed again within the minute.
  expect(await me()).toMatchObject({ status: 200, renewed: undefined });
  story.pass(61);
  const second = await me();
  expect(second.renewed).toBeDefined();
  second.take();
  expect((await me()).status).toBe(200);
  first.take();
  expect((await me()).status).toBe(401);
});

test('a person who visits daily stays signed in for 180 days at most', async () => {
  const { me } = await browser(nextPhone());
  for (let passed = 0; passed < 170; passed += 10) {
    story.pass(10 * day);
    const answer = await me();
    expect(answer.status).toBe(200);
    answer.take();
  }
  story.pass(11 * day);
  expect((await me()).status).toBe(401);
});

test('a person sees where they are signed in, this device first, and signs out elsewhere', async () => {
  const phone = nextPhone();
  const [phoneAtHome, school, library] = [await browser(phone), await browser(phone), await browser(phone)];
  const { sign_ins } = await school.visitor.call(getSignIns, {});
  expect(sign_ins.map(({ is_current, device }) => [is_current, device])).toEqual([
    [true, 'Unknown device'],
    [false, 'Unknown device'],
    [false, 'Unknown device'],
  ]);
  const [, , oldest] = sign_ins;
  expect(await school.visitor.call(endSignIn, { id: oldest?.id ?? 0 })).toEqual({ success: true });
  await expect(phoneAtHome.visitor.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
  await school.visitor.call(endOtherSignIns, {});
  await expect(library.visitor.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
  expect((await school.visitor.call(getSignIns, {})).sign_ins).toHaveLength(1);
});

test('a renewal under way counts as one device, and signing out elsewhere ends both of its tokens', async () => {
  const phone = nextPhone();
  const [one, other] = [await browser(phone), await browser(phone)];
  story.pass(day);
  await one.me();
  const { sign_ins } = await other.visitor.call(getSignIns, {});
  expect(sign_ins).toHaveLength(2);
  await other.visitor.call(endSignIn, { id: sign_ins[1]?.id ?? 0 });
  expect((await one.me()).status).toBe(401);
});

test(concurrently('a device whose token is being renewed is signed out by each way of signing out elsewhere'), async () => {
  const ending: Record<string, (by: Visitor, user_id: number) => Promise<unknown>> = {
    one: async (by) => {
      const { sign_ins } = await by.call(getSignIns, {});
      return by.call(endSignIn, { id: sign_ins.find(({ is_current }) => !is_current)?.id ?? 0 });
    },
    others: (by) => by.call(endOtherSignIns, {}),
    all: (_by, user_id) =>
      inTransaction({ db: story.database.db, now: story.now, random: () => 0.5 }, (within) => endAllSignIns(within, user_id)),
  };
  for (const [way, end] of Object.entries(ending)) {
    const phone = nextPhone();
    const [here, there] = [await browser(phone), await browser(phone)];
    story.pass(day);
    let renewed = '';
    const cookies = {
      get: () => there.visitor.token,
      set: (_name: string, value: string | null) => void (renewed = value ?? ''),
    };
    const signIn = signInKeyOf(there.visitor.token ?? '');
    await whileUncommitted(
      story,
      (within) => goOn({ ...within, signIn, cookies, caller: { id: here.id, type: 'Student' } } as unknown as SignedInContext),
      () => end(here.visitor, here.id),
    );
    expect(renewed, way).not.toBe('');
    for (const token of [there.visitor.token, renewed])
      await expect(Object.assign(story.visitor(), { token }).call(getMe, {}), way).rejects.toMatchObject({ code: 'not_signed_in' });
    if (way !== 'all') expect((await here.me()).status).toBe(200);
  }
});

test("somebody else's sign-in is not found", async () => {
  const [one, other] = [await browser(nextPhone()), await browser(nextPhone())];
  const [theirs] = (await other.visitor.call(getSignIns, {})).sign_ins;
  await expect(one.visitor.call(endSignIn, { id: theirs?.id ?? 0 })).rejects.toMatchObject({ code: 'not_found', status: 404 });
  expect((await other.me()).status).toBe(200);
});

test('staff are signed in for twelve hours, students for thirty days', async () => {
  const person: Visitor & { id: number } = await story.staff('school', 'teacher');
  const { phone } = await story.database.db.selectFrom('users').where('id', '=', person.id).select('phone').executeTakeFirstOrThrow();
  story.pass(60);
  const [teacher, student] = [await browser(phone ?? ''), await browser(nextPhone())];
  story.pass(12 * 3600 - 120);
  expect((await teacher.me()).status).toBe(200);
  story.pass(120);
  expect([(await teacher.me()).status, (await student.me()).status]).toEqual([401, 200]);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [undefined, 'Unknown device'],
])('a device is named by browser and system: %s', (agent, name) => expect(deviceOfAgent(agent)).toBe(name));

/** The cookies that a response sets: the values of `abhyas` and `abhyas-former` (undefined if not set), and all names. */
async function sendWith(cookie: string, url = '/api/users/me') {
  const headers = { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const { statusCode, cookies } = await story.visitor().send({ method: 'GET', url, headers });
  const valueOf = (name: string) => cookies.find((one) => one.name === name)?.value;
  return { statusCode, token: valueOf('abhyas'), former: valueOf('abhyas-former'), names: cookies.map(({ name }) => name) };
}

test('the response that refuses a token deletes its cookie, and no other', async () => {
  const { visitor } = await browser(nextPhone());
  const cookie = `abhyas=${visitor.token}; abhyas-device=a; abhyas-request=b`;
  expect(await sendWith(cookie)).toMatchObject({ statusCode: 200, names: [] });
  await visitor.call(logout, {});
  for (const url of ['/api/users/me', '/api/student_app/1/get_test_questions'])
    expect(await sendWith(cookie, url)).toMatchObject({ statusCode: 401, token: '', names: ['abhyas', 'abhyas-former'] });
  expect(await sendWith('abhyas=none-that-was-ever-made-of-us')).toMatchObject({ statusCode: 401, token: '', names: ['abhyas'] });
  expect(await sendWith('abhyas-device=a')).toMatchObject({ statusCode: 401, names: [] });
});

test('a late refusal of an old token deletes no newer cookie, neither of a new sign-in nor of a renewal', async () => {
  const phone_number = nextPhone();
  const { visitor } = await browser(phone_number);
  const old = `abhyas=${visitor.token}`;
  await visitor.call(logout, {});
  const { former } = await sendWith(old);
  const again = story.visitor();
  again.cookies.set('abhyas-former', former ?? '');
  const { demo_otp = '' } = await again.call(requestOtp, { phone_number });
  again.token = (await again.call(login, { phone_number, otp: demo_otp })).token;
  expect(await sendWith(old)).toMatchObject({ statusCode: 401, names: [] });
  await again.call(logout, {});
  expect(await sendWith(old)).toMatchObject({ statusCode: 401, token: '' });

  story.pass(61);
  const { visitor: other, me } = await browser(phone_number);
  story.pass(day);
  const renewal = await me();
  renewal.take();
  expect((await me()).status).toBe(200);
  expect(await sendWith(`abhyas=${other.token}`)).toMatchObject({ statusCode: 401, names: [] });
});

test('a token that a program sends after logout is refused, and no cookie is set or removed', async () => {
  const { visitor } = await browser(nextPhone());
  await visitor.call(logout, {});
  const { statusCode, cookies } = await visitor.send({ method: 'GET', url: '/api/users/me' });
  expect([statusCode, cookies]).toEqual([401, []]);
});
