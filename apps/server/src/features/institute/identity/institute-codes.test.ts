import { getMe, loginWithInstituteCode } from '@abhyas/contract/institute/identity';
import { getInstituteCodes, makeInstituteCode, makeInstituteCodes, revokeInstituteCode } from '@abhyas/contract/institute/institute-codes';
import { removePerson, setRole } from '@abhyas/contract/institute/people';
import type { Input } from '@abhyas/contract/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let owner: Visitor & { id: number };
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  await story.database.db.insertInto('institutes').values({ code: 'rival', name: 'Rival' }).execute();
});

let last = 0;
/** A student without a phone whom the school knows by an ID. */
async function enrolled() {
  const { db } = story.database;
  last += 1;
  const given = `R-${last}`;
  const { id } = await db
    .insertInto('users')
    .values({ phone: null, name: 'Roll Student', course: 'ENG' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await story.join(id, 'school', 'student', { has_only_test_board_access: true });
  const { id: membership_id } = await db
    .updateTable('memberships')
    .set({ institute_given_id: given })
    .where('user_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, given, membership_id };
}
const enter = (visitor: Visitor, given: string, otp: string, institute_code = 'school') =>
  visitor.call(loginWithInstituteCode, { institute_code, institute_given_id: given, otp });
const wrong = { code: 'wrong_institute_code', status: 422 };

test('a code made by staff signs the student in once, under the membership of the institute', async () => {
  const { id, given, membership_id } = await enrolled();
  const made = await owner.call(makeInstituteCode, { membership_id });
  expect(made).toMatchObject({ institute_given_id: given, otp: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/) });
  const visitor = story.visitor();
  const answer = await enter(visitor, ` ${given} `, made.otp.toLowerCase(), 'School');
  expect(answer.user).toMatchObject({
    id,
    phone: null,
    membership: { id: membership_id },
    has_only_test_board_access: true,
    reach: 'only_way',
  });
  visitor.token = answer.token;
  expect((await visitor.call(getMe, {})).user.id).toBe(id);
  await expect(enter(story.visitor(), given, made.otp)).rejects.toMatchObject(wrong);
});

test('a code is valid for seven days, and ends when staff make another or revoke it', async () => {
  const { given, membership_id } = await enrolled();
  const make = async () => (await owner.call(makeInstituteCode, { membership_id })).otp;
  const old = await make();
  story.pass(7 * 86_400 + 1);
  owner.token = await story.tokenOf(owner.id);
  await expect(enter(story.visitor(), given, old)).rejects.toMatchObject(wrong);
  const [first, second] = [await make(), await make()];
  await expect(enter(story.visitor(), given, first)).rejects.toMatchObject(wrong);
  await owner.call(revokeInstituteCode, { membership_id });
  await expect(enter(story.visitor(), given, second)).rejects.toMatchObject(wrong);
  await expect(owner.call(revokeInstituteCode, { membership_id })).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['removed', removePerson, { reason: 'Has left.' }],
  ['made a teacher', setRole, { role: 'teacher' as const }],
])('a code ends once the owner who made it is %s, and a colleague’s code stays', async (_what, act, input) => {
  const leaving = await story.staff('school', 'owner');
  const [theirs, ours] = [await enrolled(), await enrolled()];
  const { otp } = await leaving.call(makeInstituteCode, { membership_id: theirs.membership_id });
  const kept = await owner.call(makeInstituteCode, { membership_id: ours.membership_id });
  const { user } = await leaving.call(getMe, {});
  await owner.call(act as typeof removePerson, { id: user.membership?.id ?? 0, ...input } as Input<typeof removePerson>);
  await expect(enter(story.visitor(), theirs.given, otp)).rejects.toMatchObject(wrong);
  expect((await enter(story.visitor(), ours.given, kept.otp)).user.id).toBe(ours.id);
});

test('wrong tries delay further tries from their address, and the code still works for its student', async () => {
  const { given, membership_id } = await enrolled();
  const { otp } = await owner.call(makeInstituteCode, { membership_id });
  const app = await story.serverWith({ trustProxy: 1 });
  const enterFrom = async (address: string, code: string) => {
    const payload = { institute_code: 'school', institute_given_id: given, otp: code };
    const headers = { 'x-forwarded-for': address };
    return (await app.inject({ method: 'POST', url: '/api/authentications/institute_login', payload, headers })).statusCode;
  };
  const wrongAnswers = [];
  for (let count = 0; count < 51; count += 1) wrongAnswers.push(await enterFrom('192.0.2.1', 'AAAAAAAA'));
  expect(new Set(wrongAnswers.slice(0, 50)).size).toBe(1);
  expect(wrongAnswers[50]).toBe(429);
  expect(await enterFrom('192.0.2.2', otp)).toBe(200);
  await app.close();
});

test('an unknown institute and an unknown ID are refused like a wrong code, in the same words and at the same cost', async () => {
  const { given, membership_id } = await enrolled();
  const { otp } = await owner.call(makeInstituteCode, { membership_id });
  const answers = [];
  for (const [institute, id, code] of [
    ['nowhere', given, otp],
    ['school', 'nobody', otp],
    ['school', given, 'AAAAAAAA'],
    ['rival', given, otp],
  ] as const)
    answers.push(
      (
        await story.visitor().send({
          method: 'POST',
          url: '/api/authentications/institute_login',
          payload: { institute_code: institute, institute_given_id: id, otp: code },
        })
      ).body,
    );
  expect(new Set(answers).size).toBe(1);
  expect(story.waited.length).toBeGreaterThanOrEqual(4);
});

test('the code is stored as a hash, and the log names the membership but no code', async () => {
  const { membership_id } = await enrolled();
  const { otp } = await owner.call(makeInstituteCode, { membership_id });
  await owner.call(revokeInstituteCode, { membership_id });
  const { rows } = await story.database.pool.query<{ row: string }>(
    `select row_to_json(c)::text as row from institute_sign_in_codes c union all
     select row_to_json(a)::text from audit_log a where object_type = 'membership'`,
  );
  for (const { row } of rows) expect(row).not.toContain(otp);
  const log = await story.database.db
    .selectFrom('audit_log')
    .where('object_id', '=', membership_id)
    .select(['what', 'user_id'])
    .orderBy('id')
    .execute();
  expect(log).toEqual(['make', 'revoke'].map((verb) => ({ what: `sign_in_code.${verb}`, user_id: owner.id })));
});

test('only staff who manage people of the institute make and revoke codes', async () => {
  const { membership_id } = await enrolled();
  const other = await story.staff('rival', 'owner');
  for (const verb of [makeInstituteCode, revokeInstituteCode])
    await expect(other.call(verb, { membership_id })).rejects.toMatchObject({ code: 'not_found' });
  for (const role of ['teacher', 'invigilator', 'student'] as const)
    await expect((await story.staff('school', role)).call(makeInstituteCode, { membership_id })).rejects.toMatchObject({
      code: 'not_allowed',
    });
});

/** A batch of the school with these students. */
async function batchOf(name: string, students: readonly { id: number }[]) {
  const { db } = story.database;
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('classrooms')
    .values({ institute_id, name, created_at: story.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('classroom_members')
    .values(students.map((student) => ({ classroom_id: id, user_id: student.id, role: 'student' as const, joined_at: story.now })))
    .execute();
  return id;
}

test('staff see when a code was made, how long it is valid, its tries and its outcome, and never the code', async () => {
  const student = await enrolled();
  const seen = async () => (await owner.call(getInstituteCodes, { student_id: student.id })).students[0];
  expect(await seen()).toMatchObject({ membership_id: student.membership_id, given_id: student.given, code: null });
  const { otp, expires_at } = await owner.call(makeInstituteCode, { membership_id: student.membership_id });
  await expect(enter(story.visitor(), student.given, 'AAAAAAAA')).rejects.toMatchObject(wrong);
  const open = await seen();
  expect(open?.code).toEqual({ state: 'open', made_at: story.now.toISOString(), expires_at, used_at: null, tries: 1 });
  await enter(story.visitor(), student.given, otp);
  expect((await seen())?.code).toMatchObject({ state: 'used', used_at: story.now.toISOString() });
  await owner.call(makeInstituteCode, { membership_id: student.membership_id });
  await owner.call(revokeInstituteCode, { membership_id: student.membership_id });
  expect((await seen())?.code).toMatchObject({ state: 'ended', used_at: null });
  await owner.call(makeInstituteCode, { membership_id: student.membership_id });
  for (let count = 0; count < 5; count += 1) await expect(enter(story.visitor(), student.given, 'AAAAAAAA')).rejects.toMatchObject(wrong);
  expect((await seen())?.code).toMatchObject({ state: 'open', tries: 5 });
});

test('a batch gets its codes in one step with one entry in the log, and staff choose whether open codes are replaced', async () => {
  const [one, two, three] = [await enrolled(), await enrolled(), await enrolled()];
  const classroom_id = await batchOf('Batch of codes', [one, two, three]);
  await story.database.db.updateTable('memberships').set({ institute_given_id: null }).where('id', '=', three.membership_id).execute();
  const kept = await owner.call(makeInstituteCode, { membership_id: one.membership_id });
  const made = await owner.call(makeInstituteCodes, { classroom_id, replaces_open: false });
  expect(made.codes.map(({ institute_given_id }) => institute_given_id)).toEqual([two.given]);
  expect(made.without_id).toBe(1);
  expect(made.csv.split('\r\n')[1]).toBe(['Roll Student', 'school', two.given, made.codes[0]?.otp, made.expires_at].join(','));
  await enter(story.visitor(), two.given, made.codes[0]?.otp ?? '');
  const again = await owner.call(makeInstituteCodes, { classroom_id, replaces_open: true });
  await expect(enter(story.visitor(), one.given, kept.otp)).rejects.toMatchObject(wrong);
  expect(again.codes).toHaveLength(2);
  for (const { institute_given_id, otp } of again.codes) await enter(story.visitor(), institute_given_id, otp);
  const { students, institute, classroom_name } = await owner.call(getInstituteCodes, { classroom_id });
  expect({ institute, classroom_name }).toMatchObject({ institute: { code: 'school' }, classroom_name: 'Batch of codes' });
  expect(students.map(({ code }) => code?.state)).toEqual(['used', 'used', undefined]);
  const log = await story.database.db
    .selectFrom('audit_log')
    .where('what', '=', 'sign_in_code.make_all')
    .where('object_id', '=', classroom_id)
    .select(['object_type', 'after'])
    .orderBy('id')
    .execute();
  expect(log.map(({ after }) => after)).toEqual([
    { codes: 1, replaced: 0 },
    { codes: 2, replaced: 1 },
  ]);
});

test('when two people make codes for a batch at once, only the last code of each student is valid', async () => {
  const students = [await enrolled(), await enrolled()];
  const classroom_id = await batchOf('Batch of two owners', students);
  const both = await Promise.all([1, 2].map(() => owner.call(makeInstituteCodes, { classroom_id, replaces_open: true })));
  for (const { given } of students) {
    const opened = [];
    for (const { codes } of both) {
      const otp = codes.find(({ institute_given_id }) => institute_given_id === given)?.otp ?? '';
      opened.push(
        await enter(story.visitor(), given, otp).then(
          () => true,
          () => false,
        ),
      );
    }
    expect(opened.filter((isOpened) => isOpened)).toHaveLength(1);
  }
});

test('codes are listed and made only for a batch or student that staff name, in their own institute', async () => {
  const student = await enrolled();
  const classroom_id = await batchOf('Batch of the school', [student]);
  const other = await story.staff('rival', 'owner');
  await expect(other.call(getInstituteCodes, { classroom_id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(getInstituteCodes, { student_id: student.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(makeInstituteCodes, { classroom_id, replaces_open: true })).rejects.toMatchObject({ code: 'not_found' });
  await expect(owner.call(getInstituteCodes, {})).rejects.toMatchObject({ code: 'not_possible' });
  const teacher = await story.staff('school', 'teacher');
  await expect(teacher.call(getInstituteCodes, { classroom_id })).rejects.toMatchObject({ code: 'not_allowed' });
});
