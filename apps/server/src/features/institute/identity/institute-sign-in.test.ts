// Contents: calls that a sign-in by institute code opens · students with no other way to sign in · notices to the student · tokens and
// memberships
import { readFileSync } from 'node:fs';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { sendAnswerFile } from '@abhyas/contract/reports/answer-files';
import {
  chooseLanguage,
  endSignIn,
  getMe,
  getSignIns,
  logout,
  requestOtp,
  switchUserType,
  updateProfile,
} from '@abhyas/contract/institute/identity';
import { giveGuardianConsent } from '@abhyas/contract/institute/consent';
import { getNotifications, NOTIFICATION_CHANNEL } from '@abhyas/contract/institute/notifications';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { beginExport, getExport } from '@abhyas/contract/site/privacy';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response, sealFile } from '../../../testing/attempts.ts';
import { signInWithCode } from '../../../testing/bound-sign-in.ts';
import { TestPage } from '../../../testing/cable.ts';
import { openPractice } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { unzip } from '../../../testing/unzip.ts';

const story = tellStory();
const beyond = { code: 'beyond_institute_code', status: 403 };
let owner: Visitor & { id: number };
let paper: number;
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  await story.database.db.insertInto('institutes').values({ code: 'rival', name: 'Rival' }).execute();
  paper = await addPaper(story, 'bound-test', [fourOptions(21, 22)]);
});

/** A student of the school who has the paper, with a phone or without any other way to sign in. */
async function member(hasPhone: boolean) {
  const student = await story.student({ institute: 'school' });
  await story.database.db.deleteFrom('paper_assignments').where('student_id', '=', student.id).execute();
  await story.database.db.insertInto('paper_assignments').values({ paper_id: paper, student_id: student.id }).execute();
  if (!hasPhone) await story.database.db.updateTable('users').set({ phone: null }).where('id', '=', student.id).execute();
  return student;
}

test('an owner who signs in with a student’s code gets no right that the student has in another institute', async () => {
  const student = await member(true);
  await story.join(student.id, 'rival', 'owner');
  const elsewhere = (await student.call(getMe, {})).user.memberships.find(({ institute_name }) => institute_name === 'Rival');
  const bound = await signInWithCode(story, owner, 'school', student.id);
  await expect(bound.call(switchUserType, { membership_id: elsewhere?.id ?? 0 })).rejects.toMatchObject(beyond);
  await student.call(switchUserType, { membership_id: elsewhere?.id ?? 0 });
  expect((await bound.call(getMe, {})).user).toMatchObject({ type: 'Student', membership: { id: bound.membership_id } });
});

test('with a sign-in by institute code a student can take the institute’s test, but upload no answers of other sessions', async () => {
  const student = await member(true);
  const { test_info } = await openPractice(student, await story.idOf('topics', 'motion-one'));
  const mock = await attempt(student, await story.idOf('papers', 'mock'));
  const bound = await signInWithCode(story, owner, 'school', student.id);
  const { upload, questions, finish } = await attempt(bound, paper);
  expect((await upload([response(questions[0], { responses: [2] })])).kept).toHaveLength(1);
  const none = { writer: 9, session_time_spent: 0, current_index: 0, responses: '[]' };
  for (const session_id of [test_info.session_id ?? 0, mock.session_id])
    await expect(bound.call(uploadStudentResponses, { ...none, session_id })).rejects.toMatchObject({ code: 'not_found' });
  const sealed = sealFile(
    { session_id: mock.session_id, seal_key: mock.opened.seal_key },
    JSON.stringify({ ...none, session_id: mock.session_id }),
  );
  await expect(bound.call(sendAnswerFile, { file: JSON.stringify(sealed) })).rejects.toMatchObject({ code: 'not_found' });
  for (const call of [getTestQuestions, findOrCreateSessionItem])
    await expect(bound.call(call, { id: await story.idOf('papers', 'mock') })).rejects.toMatchObject({ code: 'not_an_active_test' });
  expect((await finish()).session_status).toBe('COMPLETE');
});

test('a student with no other way to sign in gives consent, takes the test, downloads the data that the institute has about them, and logs out', async () => {
  const student = await member(false);
  const adult_from = new Date(story.now.getTime() + 365 * 86_400_000);
  await story.database.db.updateTable('users').set({ adult_from, age: 17 }).where('id', '=', student.id).execute();
  const bound = await signInWithCode(story, owner, 'school', student.id);
  expect((await bound.call(getMe, {})).user).toMatchObject({ reach: 'only_way', consent: 'missing' });
  const guardian_phone = '9123456780';
  const { demo_otp = '' } = await bound.call(requestOtp, { phone_number: guardian_phone });
  const given = { guardian_phone, guardian_name: 'Meera', relation: 'mother', otp: demo_otp } as const;
  expect((await bound.call(giveGuardianConsent, given)).user).toMatchObject({ reach: 'only_way', consent: 'given' });
  const { questions, finish } = await attempt(bound, paper);
  await finish([response(questions[0], { responses: [2] })]);
  await openPractice(student, await story.idOf('topics', 'motion-one'));
  const { export_key } = await bound.call(beginExport, {});
  const { rawPayload } = await bound.send({ method: 'GET', url: `/api${getExport.path}?export_key=${export_key}` });
  const { tables } = JSON.parse((await unzip(rawPayload)).get('abhyas.json')?.toString() ?? '') as {
    tables: Record<string, { paper_id?: number }[]>;
  };
  expect(tables['sessions']).toEqual([expect.objectContaining({ paper_id: paper, status: 'COMPLETE' })]);
  expect(tables['responses']).toHaveLength(1);
  expect(tables['memberships']).toEqual([expect.objectContaining({ id: bound.membership_id })]);
  expect([tables['notifications'], tables['practice_sessions']]).toEqual([[], []]);
  await bound.call(logout, {});
  await expect(bound.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a student with another way to sign in gives no consent and downloads no data with the code', async () => {
  const bound = await signInWithCode(story, owner, 'school', (await member(true)).id);
  await expect(bound.call(beginExport, {})).rejects.toMatchObject(beyond);
  const given = { guardian_phone: '9123456781', guardian_name: 'Meera', relation: 'mother', otp: '123456' } as const;
  await expect(bound.call(giveGuardianConsent, given)).rejects.toMatchObject(beyond);
});

test('the language of an account is not changed with the code, unless the student has no other way to sign in', async () => {
  const [withPhone, withCode] = [await member(true), await member(false)];
  const bound = await signInWithCode(story, owner, 'school', withPhone.id);
  await expect(bound.call(chooseLanguage, { language: 'hi' })).rejects.toMatchObject(beyond);
  const only = await signInWithCode(story, owner, 'school', withCode.id);
  expect((await only.call(chooseLanguage, { language: 'hi' })).user.language).toBe('hi');
});

test('a student without name and course enters them once with the code, and can change neither afterwards', async () => {
  const student = await member(false);
  await story.database.db.updateTable('users').set({ name: null, course: null }).where('id', '=', student.id).execute();
  const bound = await signInWithCode(story, owner, 'school', student.id);
  await bound.call(updateProfile, { name: 'Asha', course: 'ENG', is_onboarding: true });
  await expect(bound.call(updateProfile, { name: 'Another', is_onboarding: false })).rejects.toMatchObject(beyond);
});

test('the student is notified of a sign-in by institute code, sees its institute in the list of devices, and ends it', async () => {
  const student = await member(true);
  const bound = await signInWithCode(story, owner, 'school', student.id);
  const [told] = (await student.call(getNotifications, {})).notifications;
  expect(told).toMatchObject({ type: 'SignInNotification', url: '/profile', is_read: false });
  const { sign_ins } = await student.call(getSignIns, {});
  const { rows } = await story.database.pool.query<{ name: string }>("select name from institutes where code = 'school'");
  expect(sign_ins.filter(({ code_of_institute }) => code_of_institute === rows[0]?.name)).toHaveLength(1);
  expect(sign_ins.filter(({ code_of_institute }) => code_of_institute === null)).toHaveLength(1);
  await student.call(endSignIn, { id: sign_ins.find(({ code_of_institute }) => code_of_institute !== null)?.id ?? 0 });
  await expect(bound.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a sign-in by institute code stays bound to the institute when its token is renewed, and ends when the student becomes staff', async () => {
  const student = await member(true);
  const bound = await signInWithCode(story, owner, 'school', student.id);
  story.pass(2 * 86_400);
  const renewed = await story
    .visitor()
    .send({ method: 'GET', url: '/api/users/me', headers: { cookie: `abhyas=${bound.token}`, 'sec-fetch-site': 'same-origin' } });
  const token = renewed.cookies.find(({ name }) => name === 'abhyas')?.value;
  expect(token).toBeDefined();
  bound.token = token;
  expect((await bound.call(getMe, {})).user.reach).toBe('membership');
  await story.database.db.updateTable('memberships').set({ role: 'teacher' }).where('id', '=', bound.membership_id).execute();
  await expect(bound.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a sign-in by institute code receives no notifications, neither over the socket nor on the home page', async () => {
  const student = await member(true);
  const bound = await signInWithCode(story, owner, 'school', student.id);
  // The sign-in itself is a notification to the student.
  expect((await student.call(getStudentHomeData, { type: 'home' })).notifications).not.toEqual([]);
  await expect(bound.call(getStudentHomeData, { type: 'home' })).rejects.toMatchObject({ code: 'not_allowed' });
  const page = await TestPage.open(story.app, bound.token);
  expect(await page.subscribe(NOTIFICATION_CHANNEL, {})).toBe('reject_subscription');
  const own = await TestPage.open(story.app, await story.tokenOf(student.id));
  expect(await own.subscribe(NOTIFICATION_CHANNEL, {})).toBe('confirm_subscription');
  page.close();
  own.close();
});

test('the update ends older sign-ins by institute code, even those under another membership, and no other sign-ins', async () => {
  const [student, other] = [await member(true), await member(true)];
  await story.join(student.id, 'rival', 'student');
  const bound = await signInWithCode(story, owner, 'school', student.id);
  // A sign-in that had switched its membership before the update.
  const { rows } = await story.database.pool.query<{ id: number }>(
    "select m.id from memberships m join institutes i on i.id = m.institute_id where i.code = 'rival' and m.user_id = $1",
    [student.id],
  );
  await story.database.db
    .updateTable('sign_ins')
    .set({ is_bound: false, membership_id: rows[0]?.id ?? 0 })
    .where('user_id', '=', student.id)
    .where('membership_id', 'is not', null)
    .execute();
  expect((await bound.call(getMe, {})).user.reach).toBe('account');
  const migration = new URL('../../../database/migrations/0136-reach-of-sign-ins.sql', import.meta.url);
  const [, update = ''] = readFileSync(migration, 'utf8').split(/;\n/);
  await story.database.pool.query(update);
  await expect(bound.call(getMe, {})).rejects.toMatchObject({ code: 'not_signed_in' });
  for (const signedIn of [student, other]) expect((await signedIn.call(getMe, {})).user.id).toBe(signedIn.id);
});
