import { beginSecondFactor, getSecondFactor, passSecondFactor } from '@abhyas/contract/institute/second-factor';
import { getStaffToday } from '@abhyas/contract/site/today';
import { beforeAll, expect, test } from 'vitest';
import { addPaper, fourOptions, staff } from '../../../testing/attempts.ts';
import { storySecret, tellStory, Visitor } from '../../../testing/story.ts';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { adoptSecret, requireSecret } from './server-secret.ts';

const story = tellStory({ requiresSecondFactor: true });
const context = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const said: string[] = [];
const adopt = (secret: Buffer, isLost = false) => adoptSecret(context(), secret, isLost, (line) => said.push(line));
const next = Object.assign(Buffer.from('the secret after the secret of stories'), { previous: storySecret });
const third = Buffer.from('a third secret, which nobody gave before');

let teacher: Visitor & { id: number };
let recovery: string[];
beforeAll(async () => {
  teacher = await story.staff('school', 'teacher');
  await teacher.call(beginSecondFactor, {});
  const { demo_code } = await teacher.call(getSecondFactor, {});
  recovery = (await teacher.call(passSecondFactor, { code: demo_code ?? '' })).recovery_codes ?? [];
  story.pass(60);
});
/** The teacher on a server with this secret, before the second factor. */
const onServer = async (secret: Buffer) =>
  Object.assign(new Visitor(await story.serverWith({}, { secret })), { token: await story.tokenOf(teacher.id) });

test('the first secret is stored in a form that does not reveal it, and is accepted again', async () => {
  await requireSecret(context(), third);
  await adopt(storySecret);
  await adopt(storySecret);
  await requireSecret(context(), storySecret);
  const rows = await story.database.db.selectFrom('server_secret').selectAll().execute();
  expect(rows).toEqual([{ only_row: true, fingerprint: expect.any(Buffer) }]);
  expect(rows[0]?.fingerprint.includes(storySecret)).toBe(false);
});

test('a server or a command with another secret is refused, with instructions', async () => {
  await expect(adopt(third)).rejects.toThrow(/SECRET_PREVIOUS=lost/);
  await expect(requireSecret(context(), third)).rejects.toThrow(/^This is not the SECRET of the servers of this database/);
});

test('a server with another secret refuses a second factor and says why, without an internal error', async () => {
  const person = await onServer(third);
  await expect(person.call(passSecondFactor, { code: '123456' })).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringMatching(/SECRET_PREVIOUS/),
  });
});

test('a server that is given the previous secret seals the second factors again, and they still work', async () => {
  await addPaper(story, 'with-code', [fourOptions(21)]);
  const { said: words } = await staff(story, 'otp', 'with-code', '--reason', 'For the hall.');
  const otp = /\d{6}/.exec(words)?.[0] ?? '';
  await adopt(next);
  expect(said.splice(0)).toEqual(['SECRET is new; 1 second factors were sealed again.']);
  await expect(adopt(storySecret)).rejects.toThrow(/SECRET differs from the one/);
  const person = await onServer(next);
  await person.call(passSecondFactor, { code: recovery[0] ?? '' });
  await person.call(getStaffToday, {});
  // Data that was sealed again opens without the previous secret.
  const later = await onServer(Buffer.from(next));
  await later.call(passSecondFactor, { code: (await later.call(getSecondFactor, {})).demo_code ?? '' });
  const student = await story.student({ institute: 'school' });
  const here = Object.assign(new Visitor(await story.serverWith({}, { secret: next })), { token: student.token });
  const id = await story.idOf('papers', 'with-code');
  expect(await here.call(findOrCreateSessionItem, { id, otp })).toMatchObject({ session_id: expect.any(Number) });
});

test('with SECRET_PREVIOUS=lost, staff set up their second factors again', async () => {
  await adopt(third, true);
  expect(said.splice(0)).toEqual(['SECRET is new; 1 second factors were deleted.']);
  const person = await onServer(third);
  expect(await person.call(getSecondFactor, {})).toMatchObject({ is_set_up: false, recovery_codes_left: 0 });
  await person.call(beginSecondFactor, {});
});
