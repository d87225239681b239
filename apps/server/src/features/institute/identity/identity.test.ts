import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getMe, login, logout, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import { expect, test } from 'vitest';
import { SmsFault } from '../../../integrations/sms/sender.ts';
import { tellStory, Visitor } from '../../../testing/story.ts';
import { forgetExpired } from './identity.ts';

const story = tellStory();
const otpOf = (answer: { demo_otp?: string }) => answer.demo_otp ?? '';
const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');

test('a new number gets a code, signs in, registers and is recognised later', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000001' }));
  const answer = await visitor.call(login, { phone_number: '8000000001', otp });
  expect(answer).toMatchObject({
    success: true,
    isLoggedIn: true,
    is_new_user: true,
    user: { name: null, phone: '8000000001', type: 'Student' },
  });
  visitor.token = answer.token;
  await expect(visitor.call(getStudentHomeData, { type: 'home' })).rejects.toMatchObject({ code: 'not_registered' });
  const saved = await visitor.call(updateProfile, { name: ' Asha Rao ', course: 'ENG', is_onboarding: true });
  expect(saved.auth.user).toMatchObject({ name: 'Asha Rao', course: 'ENG', has_premium_access: false });
  expect((await visitor.call(getMe, {})).user).toEqual(saved.auth.user);
});

test('the token travels in a cookie that scripts cannot read', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000002' }));
  const response = await visitor.send({ method: 'POST', url: '/api/authentications/login', payload: { phone_number: '8000000002', otp } });
  const cookies = [response.headers['set-cookie']].flat();
  expect(cookies[0]).toMatch(/^abhyas=[\w-]{54}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = String(cookies[0]).split(';')[0] ?? '';
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { accept: 'application/json' }]) {
    expect((await visitor.send({ method: 'GET', url: '/api/users/me', headers: { cookie, ...headers } })).statusCode).toBe(200);
  }
});

test('a code works once', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000003' }));
  await visitor.call(login, { phone_number: '8000000003', otp });
  await expect(visitor.call(login, { phone_number: '8000000003', otp })).rejects.toMatchObject({ code: 'code_expired' });
});

test('after five wrong tries a code is refused, even if it is entered correctly', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000004' }));
  for (let tried = 0; tried < 5; tried += 1) {
    await expect(visitor.call(login, { phone_number: '8000000004', otp: otherThan(otp) })).rejects.toMatchObject({
      code: 'wrong_code',
      status: 422,
    });
  }
  await expect(visitor.call(login, { phone_number: '8000000004', otp })).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a code is valid for ten minutes', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000005' }));
  story.pass(600);
  await expect(visitor.call(login, { phone_number: '8000000005', otp })).rejects.toMatchObject({ code: 'code_expired' });
});

test('a new code ends the previous one, and can be requested after 30 seconds', async () => {
  const visitor = story.visitor();
  const first = otpOf(await visitor.call(requestOtp, { phone_number: '8000000006' }));
  story.pass(29);
  await expect(visitor.call(requestOtp, { phone_number: '8000000006' })).rejects.toMatchObject({ code: 'wait_for_code', status: 429 });
  story.pass(1);
  const second = otpOf(await visitor.call(requestOtp, { phone_number: '8000000006' }));
  if (first !== second)
    await expect(visitor.call(login, { phone_number: '8000000006', otp: first })).rejects.toMatchObject({ code: 'wrong_code' });
  expect(await visitor.call(login, { phone_number: '8000000006', otp: second })).toMatchObject({ isLoggedIn: true });
});

const ask = async (visitor: Visitor, phone_number: string, remoteAddress: string) => {
  const response = await visitor.send({
    method: 'POST',
    url: '/api/authentications/request_otp',
    payload: { phone_number },
    remoteAddress,
  });
  return response.json() as { code?: string; demo_otp?: string };
};

test('a number gets ten codes a day per address and thirty in all; a device that has signed in with the number gets five more', async () => {
  const phone_number = '8000000007';
  const owner = story.visitor();
  await owner.call(login, { phone_number, otp: otpOf(await owner.call(requestOtp, { phone_number })) });
  story.pass(86_400);
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    for (let asked = 0; asked < 10; asked += 1) {
      expect(await ask(story.visitor(), phone_number, address)).toMatchObject({ success: true });
      story.pass(30);
    }
    expect(await ask(story.visitor(), phone_number, address)).toMatchObject({ code: 'too_many_requests' });
  }
  expect(await ask(story.visitor(), phone_number, '10.0.0.4')).toMatchObject({ code: 'too_many_requests' });
  for (let asked = 0; asked < 5; asked += 1) {
    expect(await ask(owner, phone_number, '10.0.0.3')).toMatchObject({ success: true });
    story.pass(30);
  }
  expect(await ask(owner, phone_number, '10.0.0.3')).toMatchObject({ code: 'too_many_requests' });
  // The device's proof is valid for its own number only.
  for (let asked = 0; asked < 10; asked += 1) {
    await ask(owner, '8000000017', '10.0.0.3');
    story.pass(30);
  }
  expect(await ask(owner, '8000000017', '10.0.0.3')).toMatchObject({ code: 'too_many_requests' });
  story.pass(86_400);
  expect(await ask(story.visitor(), phone_number, '10.0.0.4')).toMatchObject({ success: true });
});

test('a code can be entered, and used up, only with the request that it was sent for', async () => {
  const phone_number = '8000000018';
  const [owner, stranger] = [story.visitor(), story.visitor()];
  const otp = otpOf(await owner.call(requestOtp, { phone_number }));
  for (let tried = 0; tried < 6; tried += 1) {
    await expect(stranger.call(login, { phone_number, otp })).rejects.toMatchObject({ code: 'code_expired' });
  }
  const other = await ask(stranger, phone_number, '10.0.1.1');
  for (let tried = 0; tried < 6; tried += 1) {
    await expect(stranger.call(login, { phone_number, otp: otherThan(other.demo_otp ?? '') })).rejects.toThrow();
  }
  expect(await owner.call(login, { phone_number, otp })).toMatchObject({ isLoggedIn: true });
});

test('a program gets the request id of its code, and sends it with the code', async () => {
  const phone_number = '8000000019';
  const { request_id = '', ...answer } = await story.visitor().call(requestOtp, { phone_number });
  expect(await story.visitor().call(login, { phone_number, otp: otpOf(answer), request_id })).toMatchObject({ isLoggedIn: true });
  const page = await story.visitor().send({
    method: 'POST',
    url: '/api/authentications/request_otp',
    payload: { phone_number: '8000000020' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(page.json()).not.toHaveProperty('request_id');
  expect(String(page.headers['set-cookie'])).toMatch(/^abhyas-request=[\w-]{22}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('only five of a thousand parallel wrong guesses are checked, each is delayed longer, and right guesses are not counted', async () => {
  const phone_number = '8000000021';
  const [owner, guesser] = [story.visitor(), story.visitor()];
  const otp = otpOf(await owner.call(requestOtp, { phone_number }));
  await owner.call(login, { phone_number, otp });
  const { demo_otp } = await ask(guesser, phone_number, '10.0.2.1');
  story.waited.length = 0;
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, () => guesser.call(login, { phone_number, otp: otherThan(demo_otp ?? '') })),
  );
  const refusedAs = (code: string) => guesses.filter((guess) => guess.status === 'rejected' && guess.reason.code === code).length;
  expect([refusedAs('wrong_code'), refusedAs('too_many_requests')]).toEqual([5, 995]);
  expect(story.waited[99]).toBeGreaterThan(story.waited[0] ?? 0);
  // The number has no guesses left today, except at the device that signed in with it.
  story.pass(30);
  const stranger = story.visitor();
  const asked = await ask(stranger, phone_number, '10.0.2.2');
  await expect(stranger.call(login, { phone_number, otp: asked.demo_otp ?? '' })).rejects.toMatchObject({ code: 'too_many_requests' });
  const again = await ask(owner, phone_number, '10.0.2.3');
  expect(await owner.call(login, { phone_number, otp: again.demo_otp ?? '' })).toMatchObject({ isLoggedIn: true });
});

test('guesses with an unknown request id do not lock a number', async () => {
  const phone_number = '8000000031';
  for (let count = 0; count < 60; count += 1)
    await expect(
      story.visitor().call(login, { phone_number, otp: '123456', request_id: `made up ${count} ${'x'.repeat(16)}` }),
    ).rejects.toThrow();
  const owner = story.visitor();
  const { demo_otp } = await ask(owner, phone_number, '10.0.3.1');
  expect(await owner.call(login, { phone_number, otp: demo_otp ?? '' })).toMatchObject({ isLoggedIn: true });
});

test('sign-ins and refusals are logged with person, address and reason, and never with a code, token, number or name', async () => {
  const lines: string[] = [];
  const app = await story.serverWith({ logLevel: 'warn', trustProxy: 1 }, { logTo: { write: (line) => void lines.push(line) } });
  const visitor = new Visitor(app);
  const phone_number = '8000000022';
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' };
  const send = (url: string, payload: object) => visitor.send({ method: 'POST', url: `/api${url}`, payload, headers });
  const { demo_otp } = (await send('/authentications/request_otp', { phone_number })).json();
  await send('/authentications/login', { phone_number, otp: otherThan(demo_otp) });
  const { token, user } = (await send('/authentications/login', { phone_number, otp: demo_otp })).json();
  await visitor.send({ method: 'GET', url: '/api/users/me', headers });
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ event, person, address, route }) => [event, person, address, route])).toEqual([
    ['code_sent', undefined, '203.0.113.7', '/api/authentications/request_otp'],
    ['wrong_code', undefined, '203.0.113.7', '/api/authentications/login'],
    ['signed_in', user.id, '203.0.113.7', '/api/authentications/login'],
    ['not_signed_in', undefined, '203.0.113.7', '/api/users/me'],
  ]);
  for (const secret of [phone_number, demo_otp, token]) expect(lines.join('')).not.toContain(secret);
  await app.close();
});

test('only one of many simultaneous requests for a number creates a code', async () => {
  const visitor = story.visitor();
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => visitor.call(requestOtp, { phone_number: '8000000009' })));
  const codes = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [otpOf(answer.value)] : []));
  expect(codes).toHaveLength(1);
  expect(asked.filter((answer) => answer.status === 'rejected' && answer.reason.code === 'wait_for_code')).toHaveLength(7);
  expect(await visitor.call(login, { phone_number: '8000000009', otp: codes[0] ?? '' })).toMatchObject({ isLoggedIn: true });
});

test('only five of many parallel guesses are checked, and many parallel entries of the right code sign in once', async () => {
  const visitor = story.visitor();
  const enter = (phone_number: string, otp: string, times: number) =>
    Promise.allSettled(Array.from({ length: times }, () => visitor.call(login, { phone_number, otp })));
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000010' }));
  const guesses = await enter('8000000010', otherThan(otp), 12);
  const refusedAs = (code: string) => guesses.filter((guess) => guess.status === 'rejected' && guess.reason.code === code).length;
  expect([refusedAs('wrong_code'), refusedAs('too_many_requests')]).toEqual([5, 7]);
  const right = otpOf(await visitor.call(requestOtp, { phone_number: '8000000011' }));
  expect((await enter('8000000011', right, 4)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code that the provider cannot send is refused with that reason, without an internal error', async () => {
  const codeSender = {
    isShownOnPage: false,
    send: () => Promise.reject(new SmsFault('The provider answered 500.')),
    sendLink: null,
    sendLetter: null,
  };
  const app = await story.serverWith({}, { codeSender });
  await expect(new Visitor(app).call(requestOtp, { phone_number: '8000000041' })).rejects.toMatchObject({
    code: 'code_not_sent',
    status: 503,
  });
  await app.close();
});

test('known and unknown numbers get the same answer', async () => {
  const visitor = story.visitor();
  const shapeOf = async (phone_number: string) => {
    const { demo_otp, request_id, ...rest } = await visitor.call(requestOtp, { phone_number });
    return [rest, demo_otp?.length, request_id?.length];
  };
  await story.student();
  const { rows } = await story.database.pool.query<{ phone: string }>('select phone from users order by id desc limit 1');
  story.pass(60);
  expect(await shapeOf(rows[0]?.phone ?? '')).toEqual(await shapeOf('8000000012'));
});

test('a sign-in ends after thirty days', async () => {
  const student = await story.student();
  story.pass(30 * 86_400 - 1);
  expect((await student.call(getMe, {})).user.id).toBe(student.id);
  story.pass(1);
  await expect(student.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('expired codes and sign-ins are deleted', async () => {
  const visitor = story.visitor();
  await visitor.call(requestOtp, { phone_number: '8000000013' });
  await story.student();
  const count = async () =>
    (await story.database.pool.query('select (select count(*) from sign_ins) as sign_ins, (select count(*) from sign_in_codes) as codes'))
      .rows[0];
  story.pass(31 * 86_400);
  const student = await story.student();
  await forgetExpired({ db: story.database.db, now: story.now, random: Math.random });
  expect(await count()).toEqual({ sign_ins: 1, codes: 1 });
  expect((await student.call(getMe, {})).user.id).toBe(student.id);
});

test('logging out ends the token', async () => {
  const student = await story.student();
  await student.call(logout, {});
  await expect(student.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in', status: 401 });
});

test('codes and tokens are stored only as hashes', async () => {
  const visitor = story.visitor();
  const otp = otpOf(await visitor.call(requestOtp, { phone_number: '8000000008' }));
  const { token } = await visitor.call(login, { phone_number: '8000000008', otp });
  const { rows } = await story.database.pool.query<{ row: string }>(
    'select row_to_json(c)::text as row from sign_in_codes c union all select row_to_json(s)::text from sign_ins s',
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(`"${otp}"`);
  }
});

test('a call from another site that would change something is refused', async () => {
  const student = await story.student();
  const send = (headers: Record<string, string>) =>
    student.send({ method: 'POST', url: '/api/authentications/logout', payload: {}, headers });
  expect((await send({ origin: 'https://evil.example', host: 'localhost' })).json()).toMatchObject({ code: 'foreign_origin' });
  expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await send({ origin: 'http://localhost', host: 'localhost' })).statusCode).toBe(200);
});
