import { getMe, loginWithInstituteCode, makeInstituteCode, revokeInstituteCode } from '@abhyas/contract/identity';
import { beforeAll, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../testing/story.ts';

const story = tellStory();
let owner: Visitor & { id: number };
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  await story.database.db.insertInto('institutes').values({ code: 'rival', name: 'Rival' }).execute();
});

let last = 0;
/** A student of the school whom it knows by a number; without a phone. */
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

test('the code that staff made signs the student in once, under the membership of the institute', async () => {
  const { id, given, membership_id } = await enrolled();
  const made = await owner.call(makeInstituteCode, { membership_id });
  expect(made).toMatchObject({ institute_given_id: given, otp: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/) });
  const visitor = story.visitor();
  const answer = await enter(visitor, ` ${given} `, made.otp.toLowerCase(), 'School');
  expect(answer.user).toMatchObject({ id, phone: null, membership: { id: membership_id }, has_only_test_board_access: true });
  visitor.token = answer.token;
  expect((await visitor.call(getMe, {})).user.id).toBe(id);
  await expect(enter(story.visitor(), given, made.otp)).rejects.toMatchObject(wrong);
});

test('a code lives seven days, is ended by a newer one and by staff, and is dead after five wrong tries', async () => {
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
  const tried = await make();
  for (let count = 0; count < 5; count += 1) await expect(enter(story.visitor(), given, 'AAAAAAAA')).rejects.toMatchObject(wrong);
  await expect(enter(story.visitor(), given, tried)).rejects.toMatchObject(wrong);
});

test('an unknown institute and an unknown ID are answered as a wrong code is, in words and in what they cost', async () => {
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

test('the code is kept as a hash, and the log names the membership and no code', async () => {
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

test('only who manages the people of the institute makes and revokes codes', async () => {
  const { membership_id } = await enrolled();
  const other = await story.staff('rival', 'owner');
  for (const verb of [makeInstituteCode, revokeInstituteCode])
    await expect(other.call(verb, { membership_id })).rejects.toMatchObject({ code: 'not_found' });
  for (const role of ['teacher', 'invigilator', 'student'] as const)
    await expect((await story.staff('school', role)).call(makeInstituteCode, { membership_id })).rejects.toMatchObject({
      code: 'not_allowed',
    });
});
