import { constants, createCipheriv, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage, getMe, updateProfile } from '@abhyas/contract/institute/identity';
import { getProfile, getProfileKey } from '@abhyas/contract/institute/profile';
import { afterAll, describe, expect, test } from 'vitest';
import { profileKeysIn, rotateProfileKeys } from '../../../integrations/profile-keys.ts';
import { tellStory, Visitor } from '../../../testing/story.ts';
import { adultFrom } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'profile-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const story = tellStory({ profileKeys: profileKeysIn(folder) });

/** Seals fields as the contract describes, as an independent program would. */
function sealed(fields: object, { version, public_key }: { version: number; public_key: string }) {
  const key = randomBytes(25).toString('hex');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(key).digest(), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(fields)), cipher.final(), cipher.getAuthTag()]);
  const spki = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  const wrapped = publicEncrypt({ key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(key));
  return { version, key: wrapped.toString('base64'), iv: iv.toString('base64'), data: data.toString('base64') };
}

const profile = { name: 'Asha Rao', course: 'MED' as const, age: 18, exam: 'NEET' as const, exam_year: 2027 };

describe('a profile', () => {
  test("is stored from fields that were sealed with the server's public key", async () => {
    const student = await story.student();
    const secret = JSON.stringify(sealed(profile, await student.call(getProfileKey, {})));
    const { auth } = await student.call(updateProfile, { secret, is_onboarding: true });
    expect(auth.user).toMatchObject({ name: 'Asha Rao', course: 'MED' });
    expect(await student.call(getProfile, {})).toMatchObject({ exam: 'NEET', exam_year: 2027, age: 18 });
  });

  test('keeps the fields that are left out', async () => {
    const student = await story.student();
    const key = await student.call(getProfileKey, {});
    await student.call(updateProfile, { secret: JSON.stringify(sealed(profile, key)), is_onboarding: true });
    await student.call(updateProfile, { secret: JSON.stringify(sealed({ exam_year: 2028 }, key)), is_onboarding: false });
    expect((await student.call(getMe, {})).user.name).toBe('Asha Rao');
    expect(await student.call(getProfile, {})).toMatchObject({ exam: 'NEET', exam_year: 2028 });
  });

  test('is refused if it was changed in transit, is malformed, or lacks a field that onboarding requires', async () => {
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
    const formula = '=HYPERLINK("http://evil")\nx';
    await expect(send(sealed({ ...profile, name: formula }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, age: 7 }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, name: undefined }, key))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(send(sealed({ ...profile, age: undefined }, key))).rejects.toMatchObject({ message: 'Give your age.' });
  });

  test('is accepted unsealed only in the demo', async () => {
    const student = await story.student();
    const app = await story.serverWith({}, { takesPlainProfile: false });
    const real = Object.assign(new Visitor(app), { token: student.token });
    await expect(real.call(updateProfile, { ...profile, is_onboarding: true })).rejects.toMatchObject({ code: 'damaged_profile' });
    await app.close();
  });
});

test('after a rotation new profiles use the new key and the old key still opens earlier ones, without a restart', async () => {
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

test('a damaged newest key is skipped and reported once; if every key is damaged, a new one is made', () => {
  const own = mkdtempSync(join(tmpdir(), 'abhyas-damaged-keys-'));
  const whole = profileKeysIn(own).newest();
  writeFileSync(join(own, '2.pem'), 'half a key');
  const said: string[] = [];
  const keys = profileKeysIn(own, (line) => said.push(line));
  expect([keys.newest(), keys.newest()]).toEqual([whole, whole]);
  expect(keys.open({ version: 2, key: '', iv: '', data: '' })).toEqual({ fault: 'no_key' });
  expect(said).toEqual([expect.stringMatching(/2\.pem is damaged and skipped/)]);
  writeFileSync(join(own, '1.pem'), '');
  expect(profileKeysIn(own).newest().version).toBe(3);
  rmSync(own, { recursive: true });
});

test('for each age there is a year in which the person is certainly 18', () => {
  const now = new Date('2027-01-10T04:00:00Z');
  expect([8, 16, 17, 18, 40].map((age) => adultFrom(age, now).getUTCFullYear())).toEqual([2037, 2029, 2028, 2027, 2027]);
});

test('a language is chosen for the account, and is sent with the person', async () => {
  const student = await story.student();
  expect((await student.call(getMe, {})).user.language).toBeNull();
  expect((await student.call(chooseLanguage, { language: 'hi' })).user.language).toBe('hi');
  expect((await student.call(getMe, {})).user.language).toBe('hi');
  await expect(student.call(chooseLanguage, { language: 'ta' as 'hi' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await student.call(chooseLanguage, { language: 'en' })).user.language).toBe('en');
});
