import { constants, createCipheriv, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe, updateProfile } from '@abhyas/contract/institute/identity';
import { getProfile, getProfileKey } from '@abhyas/contract/institute/profile';
import { afterAll, describe, expect, test } from 'vitest';
import { profileKeysIn, rotateProfileKeys } from '../../../integrations/profile-keys.ts';
import { tellStory, Visitor } from '../../../testing/story.ts';
import { adultFrom } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'profile-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const story = tellStory({ profileKeys: profileKeysIn(folder) });

/** Seals by the contract's words alone, as a program of others would. */
function sealed(fields: object, { version, public_key }: { version: number; public_key: string }) {
  const key = randomBytes(25).toString('hex');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(key).digest(), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(fields)), cipher.final(), cipher.getAuthTag()]);
  const spki = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  const wrapped = publicEncrypt({ key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(key));
  return { version, key: wrapped.toString('base64'), iv: iv.toString('base64'), data: data.toString('base64') };
}

const profile = { name: 'Asha Rao', course: 'MED' as const, age: 16, exam: 'NEET' as const, exam_year: 2027 };

describe('a profile', () => {
  test('is stored from what was sealed with the key that the server hands out', async () => {
    const student = await story.student();
    const secret = JSON.stringify(sealed(profile, await student.call(getProfileKey, {})));
    const { auth } = await student.call(updateProfile, { secret, is_onboarding: true });
    expect(auth.user).toMatchObject({ name: 'Asha Rao', course: 'MED' });
    expect(await student.call(getProfile, {})).toMatchObject({ exam: 'NEET', exam_year: 2027, age: 16 });
  });

  test('keeps what is left out', async () => {
    const student = await story.student();
    const key = await student.call(getProfileKey, {});
    await student.call(updateProfile, { secret: JSON.stringify(sealed(profile, key)), is_onboarding: true });
    await student.call(updateProfile, { secret: JSON.stringify(sealed({ exam_year: 2028 }, key)), is_onboarding: false });
    expect((await student.call(getMe, {})).user.name).toBe('Asha Rao');
    expect(await student.call(getProfile, {})).toMatchObject({ exam: 'NEET', exam_year: 2028 });
  });

  test('is refused where it was changed on the way, is no profile, or an onboarding lacks what it needs', async () => {
    const student = await story.student();
    const key = await student.call(getProfileKey, {});
    const good = sealed(profile, key);
    const send = (secret: unknown, is_onboarding = true) =>
      student.call(updateProfile, { secret: typeof secret === 'string' ? secret : JSON.stringify(secret), is_onboarding });
    const flipped = Buffer.from(good.data, 'base64');
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    await expect(send({ ...good, data: flipped.toString('base64') })).rejects.toMatchObject({ code: 'damaged_profile' });
    await expect(send({ ...good, data: 'AA==' })).rejects.toMatchObject({ code: 'damaged_profile' });
    await expect(send({ ...good, key: 'AAAA' })).rejects.toMatchObject({ code: 'damaged_profile' });
    await expect(send('{}')).rejects.toMatchObject({ code: 'damaged_profile' });
    await expect(send('no json')).rejects.toMatchObject({ code: 'damaged_profile' });
    await expect(send({ ...good, version: 99 })).rejects.toMatchObject({ code: 'old_profile_key' });
    await expect(send(sealed({ ...profile, name: ' ' }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, age: 7 }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, name: undefined }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, age: undefined }, key))).rejects.toMatchObject({ message: 'Give your age.' });
  });

  test('that nobody sealed is taken in the demo only', async () => {
    const student = await story.student();
    const app = await story.serverWith({}, { takesPlainProfile: false });
    const real = Object.assign(new Visitor(app), { token: student.token });
    await expect(real.call(updateProfile, { ...profile, is_onboarding: true })).rejects.toMatchObject({ code: 'damaged_profile' });
    await app.close();
  });
});

test('after a rotation the new key is handed out and the old one still opens, without a restart', async () => {
  const student = await story.student();
  const before = await student.call(getProfileKey, {});
  expect(rotateProfileKeys(folder)).toBe(before.version + 1);
  const after = await student.call(getProfileKey, {});
  expect(after.version).toBe(before.version + 1);
  for (const key of [before, after])
    expect(await student.call(updateProfile, { secret: JSON.stringify(sealed(profile, key)), is_onboarding: true })).toMatchObject({
      success: true,
    });
  expect(readdirSync(folder).every((name) => /^\d+\.pem$/.test(name))).toBe(true);
});

test('who gives an age is grown up for certain so many whole years later', () => {
  const now = new Date('2027-01-10T04:00:00Z');
  expect([8, 16, 17, 18, 40].map((age) => adultFrom(age, now).getUTCFullYear())).toEqual([2037, 2029, 2028, 2027, 2027]);
});
