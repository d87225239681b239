import { getStaffToday } from '@abhyas/contract/site/today';
import { getPeople } from '@abhyas/contract/institute/people';
import { beginSecondFactor, getSecondFactor, passSecondFactor, resetSecondFactor } from '@abhyas/contract/institute/second-factor';
import { beforeAll, expect, test } from 'vitest';
import { identity } from '../../../commands/identity.ts';
import { phoneOf } from '../../../testing/attempts.ts';
import { storySecret, tellStory, Visitor } from '../../../testing/story.ts';

const story = tellStory({ requiresSecondFactor: true });
type Person = Visitor & { id: number };
let teacher: Person;
beforeAll(async () => {
  teacher = await story.staff('school', 'teacher');
});

const demoCode = async (by: Visitor) => (await by.call(getSecondFactor, {})).demo_code ?? '';
const pass = async (by: Visitor) => by.call(passSecondFactor, { code: await demoCode(by) });
async function setUp(by: Visitor) {
  await by.call(beginSecondFactor, {});
  return (await pass(by)).recovery_codes ?? [];
}
const again = async (person: Person) => Object.assign(story.visitor(), { id: person.id, token: await story.tokenOf(person.id) });
const needed = { code: 'second_factor_needed', status: 403 };
const wrong = { code: 'wrong_second_factor', status: 422 };

test('the first act of staff asks for the second factor, and goes through once it is passed on this sign-in', async () => {
  await expect(teacher.call(getStaffToday, {})).rejects.toMatchObject(needed);
  const { secret, otpauth_uri } = await teacher.call(beginSecondFactor, {});
  expect(otpauth_uri).toContain(`secret=${secret}`);
  const { recovery_codes } = await pass(teacher);
  expect(new Set(recovery_codes).size).toBe(10);
  await teacher.call(getStaffToday, {});
  const elsewhere = await again(teacher);
  await expect(elsewhere.call(getStaffToday, {})).rejects.toMatchObject(needed);
  expect(await elsewhere.call(getSecondFactor, {})).toMatchObject({ is_set_up: true, is_passed: false, recovery_codes_left: 10 });
  await expect(elsewhere.call(beginSecondFactor, {})).rejects.toMatchObject({ code: 'not_possible' });
});

test('a code is taken once, also by somebody who read it, and only a step early or late', async () => {
  const person = await story.staff('school', 'teacher');
  await setUp(person);
  const other = await again(person);
  await expect(pass(other)).rejects.toMatchObject(wrong);
  story.pass(30);
  const code = await demoCode(other);
  story.pass(90);
  await expect(other.call(passSecondFactor, { code })).rejects.toMatchObject(wrong);
  await pass(other);
});

test('a recovery code works once, without its dash and in small letters too', async () => {
  const person = await story.staff('school', 'teacher');
  const [first = '', second = ''] = await setUp(person);
  const other = await again(person);
  await other.call(passSecondFactor, { code: first.replace('-', '').toLowerCase() });
  expect((await other.call(getSecondFactor, {})).recovery_codes_left).toBe(9);
  const third = await again(person);
  await expect(third.call(passSecondFactor, { code: first })).rejects.toMatchObject(wrong);
  await third.call(passSecondFactor, { code: second });
});

test('codes cannot be tried out: twenty an hour, of a person', async () => {
  const person = await story.staff('school', 'teacher');
  await person.call(beginSecondFactor, {});
  const right = await demoCode(person);
  const other = right === '000000' ? '000001' : '000000';
  for (let tried = 0; tried < 20; tried += 1) await expect(person.call(passSecondFactor, { code: other })).rejects.toMatchObject(wrong);
  await expect(person.call(passSecondFactor, { code: right })).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('an owner resets a colleague’s and not another owner’s, the operator anybody’s; both are logged', async () => {
  const [owner, colleague, otherOwner] = [
    await story.staff('school', 'owner'),
    await story.staff('school', 'teacher'),
    await story.staff('school', 'owner'),
  ];
  for (const person of [owner, colleague, otherOwner]) await setUp(person);
  const membershipOf = async ({ id }: Person) =>
    (await story.database.db.selectFrom('memberships').where('user_id', '=', id).select('id').executeTakeFirstOrThrow()).id;
  const membership_id = await membershipOf(colleague);
  const factorSeenBy = async (person: Person) =>
    (await person.call(getPeople, { kind: 'staff' })).people.find(({ id }) => id === membership_id)?.has_second_factor;
  expect(await factorSeenBy(owner)).toBe(true);
  expect(await factorSeenBy(colleague)).toBe(null);
  await owner.call(resetSecondFactor, { membership_id });
  expect(await factorSeenBy(owner)).toBe(false);
  await expect(colleague.call(getStaffToday, {})).rejects.toMatchObject(needed);
  expect(await colleague.call(getSecondFactor, {})).toMatchObject({ is_set_up: false, is_passed: false });
  await expect(owner.call(resetSecondFactor, { membership_id: await membershipOf(otherOwner) })).rejects.toMatchObject({
    code: 'not_possible',
  });

  const context = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false, print: () => {} };
  const args = ['reset-second-factor', await phoneOf(story, otherOwner), '--reason', 'Lost phone, known in person.'];
  expect(await identity(context, args)).toBe(0);
  expect(await identity(context, args.slice(0, 2))).toBe(2);
  await expect(otherOwner.call(getStaffToday, {})).rejects.toMatchObject(needed);
  const log = await story.database.db
    .selectFrom('audit_log')
    .where('what', '=', 'second_factor.reset')
    .select(['user_id', 'object_id', 'reason'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { user_id: owner.id, object_id: membership_id, reason: null },
    { user_id: null, object_id: otherOwner.id, reason: 'Lost phone, known in person.' },
  ]);
});

test('the secret is kept sealed, recovery codes as hashes, and a real place shows no code', async () => {
  const person = await story.staff('school', 'teacher');
  const { secret } = await person.call(beginSecondFactor, {});
  const { recovery_codes } = await pass(person);
  const { rows } = await story.database.pool.query<{ row: string }>(
    'select row_to_json(f)::text as row from second_factors f union all select row_to_json(r)::text from recovery_codes r',
  );
  for (const { row } of rows) for (const word of [secret, ...(recovery_codes ?? [])]) expect(row).not.toContain(word);
  const app = await story.serverWith({}, { takesPlainProfile: false });
  const there = Object.assign(new Visitor(app), { token: person.token });
  expect((await there.call(getSecondFactor, {})).demo_code).toBeNull();
  await app.close();
});
