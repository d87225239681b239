import { getMe } from '@abhyas/contract/institute/identity';
import { expect, test } from 'vitest';
import { addPaper, fourOptions, phoneOf, staff } from '../../../testing/attempts.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { tellStory } from '../../../testing/story.ts';
import { writeAudit } from '../audit/audit.ts';

const story = tellStory();
const log = () => story.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

test('an institute is created with its first owner, given by phone number, and the log records it', async () => {
  const person = await story.student();
  expect(await staff(story, 'create', 'far-school', 'Far School', '--owner', await phoneOf(story, person))).toMatchObject({ exit: 0 });
  const { user } = await person.call(getMe, {});
  expect(user).toMatchObject({ type: 'Admin', membership: { role: 'owner', institute_name: 'Far School' } });
  expect(await log()).toEqual([
    expect.objectContaining({
      institute_id: user.institute_id,
      user_id: null,
      role: 'operator',
      what: 'institute.create',
      object_id: user.institute_id,
      after: { code: 'far-school', name: 'Far School', owner: person.id },
      at: story.now,
    }),
  ]);
});

test('a code that is taken makes no institute and no row in the log', async () => {
  const before = await log();
  expect(await staff(story, 'create', 'school', 'Again', '--owner', '9123456789')).toEqual({
    said: 'An institute with this code exists already. Choose another code.',
    exit: 1,
  });
  expect(await log()).toEqual(before);
  expect(await story.database.db.selectFrom('users').where('phone', '=', '9123456789').select('id').execute()).toEqual([]);
});

test('a log row is written in the transaction of the act, and never changed', async () => {
  const context = { db: story.database.db, now: story.now, random: () => 0.5, actor: operatorOfBank };
  const entry = { what: 'test.nothing', object_type: 'test', object_id: null };
  await expect(writeAudit(context, entry)).rejects.toThrow('outside its transaction');
  for (const change of ["update audit_log set what = 'nothing'", 'delete from audit_log'])
    await expect(story.database.pool.query(change)).rejects.toThrow('append-only');
});

test('each act of staff on a paper leaves one row in the log of its institute: person, act, before and after', async () => {
  const [teacher, invigilator] = [await story.staff('school', 'teacher'), await story.staff('school', 'invigilator')];
  await addPaper(story, 'logged', [fourOptions(21)]);
  const student = await story.student({ institute: 'school' });
  const as = async (person: { id: number }, ...args: string[]) => (await staff(story, ...args, '--as', await phoneOf(story, person))).exit;
  const first = (await log()).length;
  expect(await as(teacher, 'assign', 'logged', '--closes', '2027-01-10T12:00+05:30')).toBe(0);
  expect(await as(invigilator, 'extend', 'logged', '--minutes', '5', '--phones', await phoneOf(story, student))).toBe(0);
  expect(await as(invigilator, 'otp', 'logged')).toBe(0);
  expect(await as(teacher, 'publish', 'logged')).toBe(0);
  expect((await log()).slice(first)).toEqual([
    expect.objectContaining({
      what: 'paper.assign',
      user_id: teacher.id,
      role: 'teacher',
      before: { closes_at: null },
      after: { closes_at: '2027-01-10T06:30:00.000Z', students: expect.any(Number) },
    }),
    expect.objectContaining({ what: 'paper.extend', user_id: invigilator.id, after: { minutes: 5, students: [student.id] } }),
    expect.objectContaining({ what: 'test_code.make', role: 'invigilator', before: null, after: null }),
    expect.objectContaining({ what: 'results.publish', before: { results_published_at: null, allows_review: false } }),
  ]);
});

test('an act is refused and leaves no row if the person lacks the right or is not staff', async () => {
  const invigilator = await story.staff('school', 'invigilator');
  const student = await story.student({ institute: 'school' });
  const before = await log();
  for (const person of [invigilator, student, await story.student()])
    expect(await staff(story, 'publish', 'logged', '--as', await phoneOf(story, person))).toEqual({
      said: 'You have no access to this.',
      exit: 1,
    });
  expect(await log()).toEqual(before);
});

test('the operator enters an institute only with a reason, even just to look, and the institute’s log shows it', async () => {
  const { said, exit } = await staff(story, 'status', 'logged', '--reason', '');
  expect({ said, exit }).toEqual({ said: '--reason is missing.', exit: 2 });
  await staff(story, 'status', 'logged', '--reason', 'They asked why nobody is listed.');
  expect((await log()).at(-1)).toMatchObject({ what: 'results.read', role: 'operator', reason: 'They asked why nobody is listed.' });
});

test('a key of the shared bank is corrected only by the operator', async () => {
  const owner = await story.staff('school', 'owner');
  const words = ['correct-key', 'cells-021', '--keys', '[3]', '--reason', 'Misprint.'];
  expect(await staff(story, ...words, '--as', await phoneOf(story, owner))).toMatchObject({ exit: 1 });
  expect(await staff(story, ...words)).toMatchObject({ exit: 0 });
  expect((await log()).at(-1)).toMatchObject({
    what: 'key.correct',
    institute_id: null,
    reason: 'Misprint.',
    after: { accepted_answers: [3] },
  });
});
