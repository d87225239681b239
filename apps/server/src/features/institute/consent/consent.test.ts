import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { getAuditLog } from '@abhyas/contract/institute/audit';
import { agreeByLink, askGuardian, giveGuardianConsent, readGuardianLink, recordConsent } from '@abhyas/contract/institute/consent';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getMe, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import { getStudentForStaff } from '@abhyas/contract/reports/students';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { describe, expect, test } from 'vitest';
import { sendFeedback } from '@abhyas/contract/institute/feedback';
import { getReferralCode } from '@abhyas/contract/payments/payments';
import { outcomesOf } from '../../../testing/at-once.ts';
import { addPaper, attempt, fourOptions, phoneOf, staff } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const missing = { code: 'consent_needed', status: 403 };
const guardian = { guardian_name: 'Sunita Rao', relation: 'mother' as const };

async function ofAge(age: number, columns: Parameters<typeof story.student>[0] = {}) {
  const student = await story.student(columns);
  await student.call(updateProfile, { age, is_onboarding: false });
  return student;
}

let lastPhone = 6_100_000_000;
/** The consent that this phone's code gives, ready to be sent. */
async function consentOf(student: Visitor, guardian_phone: string) {
  const { demo_otp: otp = '' } = await student.call(requestOtp, { phone_number: guardian_phone });
  return () => student.call(giveGuardianConsent, { ...guardian, guardian_phone, otp });
}

async function agree(student: Visitor, guardian_phone = String((lastPhone += 1))) {
  story.pass(60);
  return (await consentOf(student, guardian_phone))();
}

const recordsOf = async (student_id: number) =>
  (await story.database.db.selectFrom('consents').where('student_id', '=', student_id).selectAll().orderBy('id').execute()).map(
    ({ id: _id, student_id: _student, ...row }) => row,
  );
const motion = () => story.idOf('topics', 'motion-one');

describe('at registration', () => {
  test('an adult consents for themself, which is recorded once', async () => {
    const student = await ofAge(18);
    await student.call(updateProfile, { age: 19, is_onboarding: false });
    expect((await student.call(getMe, {})).user.consent).toBe('given');
    expect(await recordsOf(student.id)).toEqual([expect.objectContaining({ given_by: 'self', age: 18, given_at: story.now })]);
    await student.call(getStudentHomeData, { type: 'home' });
  });

  test("a minor without a guardian's consent is refused practice, tests and their lists, and keeps the account", async () => {
    const student = await ofAge(16);
    expect((await student.call(getMe, {})).user.consent).toBe('missing');
    for (const type of ['home', 'mock', 'previous_paper', 'institute'])
      await expect(student.call(getStudentHomeData, { type }), type).rejects.toMatchObject(missing);
    await expect(student.call(getTrainQuestions, { id: await motion() })).rejects.toMatchObject(missing);
    await expect(student.call(findOrCreateSessionItem, { id: await story.idOf('papers', 'mock') })).rejects.toMatchObject(missing);
    await student.call(updateProfile, { name: 'Asha Rao', is_onboarding: false });
  });

  test('a minor cannot remove the need for consent by giving a higher age', async () => {
    const student = await ofAge(15);
    await expect(student.call(updateProfile, { age: 21, is_onboarding: false })).rejects.toMatchObject({ code: 'not_possible' });
    expect((await student.call(getMe, {})).user.consent).toBe('missing');
  });

  test('a student who turns eighteen counts as an adult without anybody’s consent', async () => {
    const student = await ofAge(17);
    const { db } = story.database;
    await db.updateTable('users').set({ adult_from: story.now }).where('id', '=', student.id).execute();
    expect((await student.call(getMe, {})).user.consent).toBe('given');
  });
});

describe('a guardian', () => {
  test('consents with a code sent to their own phone; this unlocks everything, and name, relation and age are recorded', async () => {
    const student = await ofAge(16);
    const phone = '6200000001';
    expect((await agree(student, phone)).user.consent).toBe('given');
    await student.call(getStudentHomeData, { type: 'home' });
    expect(await recordsOf(student.id)).toEqual([
      {
        ...guardian,
        given_by: 'guardian',
        age: 16,
        guardian_phone: phone,
        text_of: expect.any(String),
        institute_id: null,
        recorded_by: null,
        given_at: story.now,
      },
    ]);
    await expect(agree(student)).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('and another, who consent at once on two devices, are recorded once; the second is refused', async () => {
    const student = await ofAge(16);
    const devices = [story.visitor(), story.visitor()];
    const consents = [];
    for (const [at, device] of devices.entries()) {
      device.token = student.token;
      consents.push(await consentOf(device, `620000001${at}`));
    }
    const { answers, refusals } = await outcomesOf(consents.map((consent) => consent()));
    expect([answers.length, refusals]).toEqual([1, ['not_possible']]);
    expect(await recordsOf(student.id)).toHaveLength(1);
  });

  test("who shares the student's phone number is recorded by name and relation", async () => {
    const student = await ofAge(14);
    const phone = await phoneOf(story, student);
    await agree(student, phone);
    expect(await recordsOf(student.id)).toEqual([expect.objectContaining({ ...guardian, guardian_phone: phone })]);
  });

  test('cannot consent with a wrong code, or with a code sent to another number', async () => {
    const student = await ofAge(16);
    const { demo_otp: otp = '' } = await student.call(requestOtp, { phone_number: '6200000002' });
    const give = (fields: object) => student.call(giveGuardianConsent, { ...guardian, guardian_phone: '6200000002', otp, ...fields });
    await expect(give({ guardian_phone: '6200000003' })).rejects.toMatchObject({ status: 422 });
    await expect(give({ otp: otp === '000000' ? '000001' : '000000' })).rejects.toMatchObject({ code: 'wrong_code' });
    expect((await student.call(getMe, {})).user.consent).toBe('missing');
    expect(await recordsOf(student.id)).toEqual([]);
  });
});

describe('a link to the guardian', () => {
  const linkFor = async (student: Visitor, guardian_phone = String((lastPhone += 1))) => {
    const { demo_link = '' } = await student.call(askGuardian, { guardian_phone });
    return { guardian_phone, link: demo_link.replace('/agree#', '') };
  };

  test('lets them agree without a sign-in; this unlocks everything and is recorded like a consent by code', async () => {
    const student = await ofAge(16);
    const { guardian_phone, link } = await linkFor(student);
    const parent = story.visitor();
    const { name } = (await student.call(getMe, {})).user;
    expect(await parent.call(readGuardianLink, { link })).toEqual({ student_name: name, guardian_phone, has_agreed: false });
    // Opening the link is no consent, because a preview of the message may open it.
    expect((await student.call(getMe, {})).user.consent).toBe('missing');
    await parent.call(agreeByLink, { link, ...guardian });
    expect((await student.call(getMe, {})).user.consent).toBe('given');
    await student.call(getStudentHomeData, { type: 'home' });
    expect(await recordsOf(student.id)).toEqual([expect.objectContaining({ ...guardian, given_by: 'guardian', age: 16, guardian_phone })]);
  });

  test('may be pressed twice and is recorded once; then no further link is sent', async () => {
    const student = await ofAge(16);
    const { link } = await linkFor(student);
    await Promise.all([1, 2].map(() => story.visitor().call(agreeByLink, { link, ...guardian })));
    expect(await recordsOf(student.id)).toHaveLength(1);
    expect((await story.visitor().call(readGuardianLink, { link })).has_agreed).toBe(true);
    await expect(linkFor(student)).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('is refused after three days, and with one letter changed', async () => {
    const student = await ofAge(16);
    const { link } = await linkFor(student);
    const changed = [...link].map((letter, at) => (at === 3 ? (letter === 'A' ? 'B' : 'A') : letter)).join('');
    for (const call of [readGuardianLink, agreeByLink] as const)
      await expect(story.visitor().call(call, { link: changed, ...guardian })).rejects.toMatchObject({ code: 'link_expired' });
    story.pass(3 * 86_400 + 1);
    await expect(story.visitor().call(agreeByLink, { link, ...guardian })).rejects.toMatchObject({ code: 'link_expired' });
    expect(await recordsOf(student.id)).toEqual([]);
  });

  test('is sent five times a day at most by one student, and five times to one number', async () => {
    const student = await ofAge(16);
    for (let at = 0; at < 5; at += 1) await linkFor(student);
    await expect(linkFor(student)).rejects.toMatchObject({ code: 'too_many_requests' });
    const phone = '6300000001';
    for (let at = 0; at < 5; at += 1) await linkFor(await ofAge(16), phone);
    await expect(linkFor(await ofAge(16), phone)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('stores nothing before they agree', async () => {
    const student = await ofAge(16);
    const phone = '6300000002';
    await linkFor(student, phone);
    const { rows } = await story.database.pool.query<{ found: boolean }>(
      'select exists (select 1 from consents where guardian_phone = $1) or exists (select 1 from sign_in_codes where phone = $1) as found',
      [phone],
    );
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('before a guardian agrees', () => {
  test('the server stores name, course and age, and neither exam, feedback nor a referral code', async () => {
    const student = await ofAge(16);
    await student.call(updateProfile, { exam: 'NEET', exam_year: 2027, is_onboarding: false });
    await expect(student.call(sendFeedback, { rating: 5 })).rejects.toMatchObject(missing);
    await expect(student.call(getReferralCode, {})).rejects.toMatchObject(missing);
    const { db } = story.database;
    const row = await db.selectFrom('users').where('id', '=', student.id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ age: 16, exam: null, exam_year: null });
    await agree(student);
    await student.call(updateProfile, { exam: 'NEET', exam_year: 2027, is_onboarding: false });
    await student.call(sendFeedback, { rating: 5 });
    expect(await db.selectFrom('users').where('id', '=', student.id).select('exam').executeTakeFirst()).toEqual({ exam: 'NEET' });
  });
});

describe("an institute that records a guardian's consent", () => {
  test('gives the student access to its own tests only', async () => {
    const student = await ofAge(16, { institute: 'school' });
    const owner = await story.staff('school', 'owner');
    const paper = await addPaper(story, 'for-minors', [fourOptions(21)]);
    await staff(story, 'assign', 'for-minors');
    await expect(student.call(findOrCreateSessionItem, { id: paper })).rejects.toMatchObject(missing);
    expect((await owner.call(getStudentForStaff, { id: student.id })).consent).toBe('missing');
    await owner.call(recordConsent, { id: student.id, ...guardian });
    expect((await owner.call(getStudentForStaff, { id: student.id })).consent).toBe('institute');
    expect((await student.call(getMe, {})).user).toMatchObject({ consent: 'institute', has_only_test_board_access: true });
    await (await attempt(student, paper)).finish();
    for (const type of ['home', 'mock', 'previous_paper'])
      await expect(student.call(getStudentHomeData, { type })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(student.call(getTrainQuestions, { id: await motion() })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(student.call(findOrCreateSessionItem, { id: await story.idOf('papers', 'mock') })).rejects.toMatchObject({ status: 404 });
    expect((await agree(student)).user).toMatchObject({ consent: 'given', has_only_test_board_access: false });
    await student.call(getStudentHomeData, { type: 'home' });
  });

  test('can do so for its own students only, and the log does not show the guardian’s name', async () => {
    const student = await ofAge(16, { institute: 'school' });
    const [owner, teacher, stranger] = [await story.staff('school', 'owner'), await story.staff('school', 'teacher'), await ofAge(16)];
    await expect(teacher.call(recordConsent, { id: student.id, ...guardian })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(owner.call(recordConsent, { id: stranger.id, ...guardian })).rejects.toMatchObject({ code: 'not_found' });
    await owner.call(recordConsent, { id: student.id, ...guardian });
    const { entries } = await owner.call(getAuditLog, { about: 'user' });
    expect(entries[0]).toMatchObject({ what: 'consent.record' });
    expect(JSON.stringify(entries[0])).not.toContain(guardian.guardian_name);
    expect(await recordsOf(student.id)).toEqual([expect.objectContaining({ ...guardian, given_by: 'institute', recorded_by: owner.id })]);
  });
});
