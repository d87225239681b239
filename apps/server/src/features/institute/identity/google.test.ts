import {
  beginGoogle,
  connectGoogle,
  disconnectGoogle,
  getMe,
  getSignInWays,
  loginWithGoogle,
  makeStandInToken,
  requestOtp,
  setPhone,
} from '@abhyas/contract/institute/identity';
import { getProfile } from '@abhyas/contract/institute/profile';
import { expect, test } from 'vitest';
import { standInGoogle } from '../../../integrations/google/google.ts';
import { phoneOf } from '../../../testing/attempts.ts';
import { tellStory, Visitor } from '../../../testing/story.ts';

const accounts = ['one', 'two', 'three', 'four', 'five'].map((subject) => ({ subject, name: `Riya ${subject}` }));
const story = tellStory({ google: await standInGoogle(accounts) });

async function tokenAt(visitor: Visitor, subject: string): Promise<string> {
  const { nonce } = await visitor.call(beginGoogle, {});
  return (await visitor.call(makeStandInToken, { subject, nonce })).id_token;
}

async function signInAs(subject: string): Promise<Visitor & { id: number }> {
  const visitor = story.visitor();
  const { token, user } = await visitor.call(loginWithGoogle, { id_token: await tokenAt(visitor, subject) });
  visitor.token = token;
  return Object.assign(visitor, { id: user.id });
}

test('a new Google account makes a person without a phone number, who is recognised later by the subject of the account', async () => {
  const visitor = story.visitor();
  expect(await visitor.call(getSignInWays, {})).toEqual({ has_google: true });
  const answer = await visitor.call(loginWithGoogle, { id_token: await tokenAt(visitor, 'one') });
  expect(answer).toMatchObject({ is_new_user: true, user: { name: 'Riya one', phone: null } });
  expect((await signInAs('one')).id).toBe(answer.user.id);
});

test('a token works once, within ten minutes, in the browser that requested its nonce', async () => {
  const [visitor, other] = [story.visitor(), story.visitor()];
  const id_token = await tokenAt(visitor, 'two');
  await other.call(beginGoogle, {});
  await expect(other.call(loginWithGoogle, { id_token })).rejects.toMatchObject({ code: 'google_failed', status: 422 });
  const cookie = visitor.cookies.get('abhyas-google') ?? '';
  await visitor.call(loginWithGoogle, { id_token });
  visitor.cookies.set('abhyas-google', cookie);
  await expect(visitor.call(loginWithGoogle, { id_token })).rejects.toMatchObject({ code: 'google_failed' });
  const late = await tokenAt(visitor, 'two');
  story.pass(601);
  await expect(visitor.call(loginWithGoogle, { id_token: late })).rejects.toMatchObject({ code: 'google_failed' });
});

test('a Google account is bound to an existing person by a fresh code to their number, and to one person only', async () => {
  const student = await story.student();
  const phone_number = await phoneOf(story, student);
  story.pass(60);
  const connect = async (by: Visitor, subject: string, phone: string) => {
    const { demo_otp = '' } = await by.call(requestOtp, { phone_number: phone });
    return by.call(connectGoogle, { id_token: await tokenAt(by, subject), otp: demo_otp });
  };
  const id_token = await tokenAt(student, 'three');
  await expect(student.call(connectGoogle, { id_token, otp: '000000' })).rejects.toMatchObject({ status: 422 });
  await connect(student, 'three', phone_number);
  expect((await student.call(getProfile, {})).has_google).toBe(true);
  expect((await signInAs('three')).id).toBe(student.id);

  const other = await story.student();
  const otherPhone = await phoneOf(story, other);
  story.pass(60);
  await expect(connect(other, 'three', otherPhone)).rejects.toMatchObject({ code: 'google_taken' });
  await student.call(disconnectGoogle, {});
  expect((await signInAs('three')).id).not.toBe(student.id);
});

test('a person who signed up with Google sets a number by a code sent to it, and cannot take the number of an account', async () => {
  const riya = await signInAs('four');
  await expect(riya.call(disconnectGoogle, {})).rejects.toMatchObject({ code: 'phone_needed' });
  const student = await story.student();
  const taken = await phoneOf(story, student);
  const set = async (phone_number: string) => {
    story.pass(60);
    const { demo_otp = '' } = await riya.call(requestOtp, { phone_number });
    return riya.call(setPhone, { phone_number, otp: demo_otp });
  };
  await expect(set(taken)).rejects.toMatchObject({ code: 'phone_taken', status: 409 });
  expect((await set('8100000001')).user.phone).toBe('8100000001');
  expect((await riya.call(getMe, {})).user.phone).toBe('8100000001');
  await expect(set('8100000002')).rejects.toMatchObject({ code: 'not_possible' });
});

test('without configuration Google is not offered, and the stand-in is not found', async () => {
  const app = await story.serverWith({}, { google: null });
  const visitor = new Visitor(app);
  expect(await visitor.call(getSignInWays, {})).toEqual({ has_google: false });
  await expect(visitor.call(beginGoogle, {})).rejects.toMatchObject({ code: 'not_found' });
  await expect(visitor.call(makeStandInToken, { subject: 'one', nonce: 'n' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(visitor.call(loginWithGoogle, { id_token: 'a.b.c.d.e.f' })).rejects.toMatchObject({ code: 'google_failed' });
  await app.close();
});
