import { getLetters } from '@abhyas/contract/site/letters';
import { getStaffToday } from '@abhyas/contract/site/today';
import { QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import { getPeople } from '@abhyas/contract/institute/people';
import { getMe, switchUserType } from '@abhyas/contract/institute/identity';
import { beginSecondFactor, getSecondFactor, passSecondFactor, resetSecondFactor } from '@abhyas/contract/institute/second-factor';
import { beforeAll, expect, test } from 'vitest';
import { identity } from '../../../commands/identity.ts';
import { concurrently, phoneOf, whileUncommitted } from '../../../testing/attempts.ts';
import { TestPage } from '../../../testing/cable.ts';
import { makeClass, makeSchool } from '../../../testing/classes.ts';
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

test('the first act of staff requires the second factor, and succeeds once this sign-in has passed it', async () => {
  await expect(teacher.call(getStaffToday, {})).rejects.toMatchObject(needed);
  await expect(teacher.call(getLetters, {})).rejects.toMatchObject(needed);
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

test('files and live quizzes of an institute need the second factor, like every other staff action', async () => {
  const school = await makeSchool(story, 1);
  const [student] = school.students;
  const meeting_id = await makeClass(story, school);
  const { db } = story.database;
  const { id: quiz_id } = await db
    .insertInto('live_quizzes')
    .values({ institute_id: school.institute_id, meeting_id, created_at: story.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A student's file, and one that the teacher uploaded.
  const files = await db
    .insertInto('stored_files')
    .values(
      [student?.id ?? 0, school.teacher.id].map((user_id) => ({
        institute_id: school.institute_id,
        user_id,
        storage_key: `kept/institutes/${school.institute_id}/sheet-${user_id}.pdf`,
        file_name: 'sheet.pdf',
        extension: 'pdf',
        status: 'STORED' as const,
        bytes: 9,
        sha256: Buffer.alloc(32),
        created_at: story.now,
        recorded_at: story.now,
      })),
    )
    .returning('id')
    .execute();
  const parameters = { institute_id: school.institute_id, meeting_id, quiz_id, number: 0 };
  const read = () => Promise.all(files.map(({ id }) => school.teacher.send({ method: 'GET', url: `/api/institutes/${id}/get_file` })));
  const listen = async () => {
    const page = await TestPage.open(story.app, school.teacher.token);
    const answer = await page.subscribe(QUIZ_CHANNEL, parameters);
    page.close();
    return answer;
  };
  for (const answer of await read()) expect(answer.json()).toMatchObject({ code: 'second_factor_needed' });
  expect(await listen()).toBe('reject_subscription');
  await setUp(school.teacher);
  expect((await read()).map(({ statusCode }) => statusCode)).toEqual([302, 302]);
  expect(await listen()).toBe('confirm_subscription');
});

test('a code works only once, so that it is useless to anybody who saw it, and is refused more than one time step early or late', async () => {
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

test('a recovery code works once, also without its dash and in small letters', async () => {
  const person = await story.staff('school', 'teacher');
  const [first = '', second = ''] = await setUp(person);
  const other = await again(person);
  await other.call(passSecondFactor, { code: first.replace('-', '').toLowerCase() });
  expect((await other.call(getSecondFactor, {})).recovery_codes_left).toBe(9);
  const third = await again(person);
  await expect(third.call(passSecondFactor, { code: first })).rejects.toMatchObject(wrong);
  await third.call(passSecondFactor, { code: second });
});

test('codes cannot be guessed: a person has twenty tries an hour', async () => {
  const person = await story.staff('school', 'teacher');
  await person.call(beginSecondFactor, {});
  const right = await demoCode(person);
  const other = right === '000000' ? '000001' : '000000';
  for (let tried = 0; tried < 20; tried += 1) await expect(person.call(passSecondFactor, { code: other })).rejects.toMatchObject(wrong);
  await expect(person.call(passSecondFactor, { code: right })).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('the second factor lasts for a working day, even if the person stays signed in as a student', async () => {
  const person = await story.student();
  const teaches = await story.join(person.id, 'school', 'teacher');
  const { db } = story.database;
  await db.insertInto('institutes').values({ code: 'college', name: 'College' }).execute();
  const learns = await story.join(person.id, 'college', 'student');
  const idIn = async (institute_id: number) =>
    (
      await db
        .selectFrom('memberships')
        .where('user_id', '=', person.id)
        .where('institute_id', '=', institute_id)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id;
  const become = async (institute_id: number) => person.call(switchUserType, { membership_id: await idIn(institute_id) });
  await become(learns);
  story.pass(2 * 86_400);
  await become(teaches);
  await setUp(person);
  await become(learns);
  // The site sends the token in a cookie, which a visit renews.
  const headers = { authorization: '', cookie: `abhyas=${person.token}`, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const visit = await person.send({ method: 'GET', url: `/api${getMe.path}`, headers });
  person.token = visit.cookies.find(({ name }) => name === 'abhyas')?.value;
  expect(person.token).toBeDefined();
  story.pass(86_400);
  await become(teaches);
  await expect(person.call(getStaffToday, {})).rejects.toMatchObject(needed);
  expect(await person.call(getSecondFactor, {})).toMatchObject({ is_passed: false });
});

test(concurrently('a code of an earlier secret does not confirm a secret that replaces it meanwhile'), async () => {
  const person = await story.staff('school', 'teacher');
  await person.call(beginSecondFactor, {});
  const code = await demoCode(person);
  const { db } = story.database;
  const stored = () => db.selectFrom('second_factors').where('user_id', '=', person.id).select('secret').executeTakeFirstOrThrow();
  const store = ({ secret }: { secret: Buffer }, within = db) =>
    within.updateTable('second_factors').set({ secret }).where('user_id', '=', person.id).execute();
  const earlier = await stored();
  await person.call(beginSecondFactor, {});
  const later = await stored();
  await store(earlier);
  const answer = await whileUncommitted(
    story,
    (within) => store(later, within.db),
    () => person.call(passSecondFactor, { code }).catch((refusal: unknown) => refusal),
  );
  expect(answer).toMatchObject(wrong);
  expect(await person.call(getSecondFactor, {})).toMatchObject({ is_set_up: false, is_passed: false });
});

test('an owner resets a colleague’s second factor but not another owner’s, the operator resets anybody’s; both are logged', async () => {
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

test('the secret is stored encrypted and recovery codes as hashes; outside the demo no code is shown', async () => {
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
