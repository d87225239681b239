import * as contract from '@abhyas/contract/exam-office/key-challenges';
import { correctKey, undoCorrection } from '@abhyas/contract/exam-office/key-corrections';
import { extendTest } from '@abhyas/contract/exam-office/hall';
import { setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import { createShiftGroup } from '@abhyas/contract/exam-office/results';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import type { ProblemCode } from '@abhyas/contract/problem';
import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addPaper,
  attempt,
  concurrently,
  fourOptions,
  numerical,
  operatorOf,
  response,
  whileUncommitted,
  workOffJobs,
} from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { findChallenges } from './key-challenges.store.ts';
import { challengeKey } from './key-challenges.ts';

const story = tellStory();
type Person = Visitor & { id: number };
const daySeconds = 86_400;
/** The code with which a call is refused. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code }: { code: ProblemCode }) => code,
  );
const reason = 'Option 3 is right as well, by the second law.';
const inDays = (days: number) => new Date(story.now.getTime() + days * daySeconds * 1000).toISOString();

let owner: Person;
let strange: Person;
let count = 0;

/** A test that two students have finished: Asha with option 3 and the number 7, another without an answer. It ended an hour ago. */
async function held(numbers = [21, 22, 23], sections = [fourOptions(...numbers), numerical(31)]) {
  count += 1;
  const id = await addPaper(story, `challenged-${count}`, sections);
  await story.database.pool.query(
    "update questions set institute_id = (select id from institutes where code = 'school') where id in (select question_id from paper_questions where paper_id = $1 and position < 2)",
    [id],
  );
  // Another test with the question would withhold its key.
  await story.database.pool.query(
    'delete from paper_questions where paper_id <> $1 and question_id in (select question_id from paper_questions where paper_id = $1)',
    [id],
  );
  const [first, second] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
  const { finish, questions } = await attempt(first, id);
  await finish([response(questions[0], { responses: [3] }), response(questions.at(-1), { rich_response: '7' })]);
  await (await attempt(second, id)).finish();
  await story.database.pool.query('update papers set opens_at = $2, closes_at = $3 where id = $1', [
    id,
    new Date(story.now.getTime() - 3_600_000),
    story.now,
  ]);
  story.pass(3600);
  const at = (place: number) => questions[place] ?? 0;
  const challenge = (student: Person, place = 0, fields = {}) =>
    student.call(contract.challengeKey, { id, question_id: at(place), claim: 'other_answer', answer: 3, reason, ...fields });
  return { id, first, second, at, challenge };
}

const newestNews = async (student: Person) => (await student.call(getNotifications, {})).notifications[0];

beforeAll(async () => {
  await story.database.db.insertInto('institutes').values({ code: 'academy', name: 'Academy' }).execute();
  owner = await story.staff('school', 'owner');
  strange = await story.staff('academy', 'owner');
});

describe('the response sheet', () => {
  test('is open to students who sat the test once its keys are open, with answers and keys and without solutions', async () => {
    const { id, first, second } = await held();
    const absent = await story.student({ institute: 'school' });
    expect(await refusalOf(first.call(contract.getKeyChallenge, { id }))).toBe('not_possible');
    expect((await first.call(getStudentTestReports, { id })).key_challenges).toBeNull();

    const opened = await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(2) });
    expect(opened.notified_count).toBe(2);
    expect(await newestNews(second)).toMatchObject({ title: 'The provisional key is out', url: `/key_challenges/${id}` });
    expect((await first.call(getStudentTestReports, { id })).key_challenges).toMatchObject({ closes_at: inDays(2), final_at: null });
    expect(await refusalOf(absent.call(contract.getKeyChallenge, { id }))).toBe('not_found');
    const sheet = await first.call(contract.getKeyChallenge, { id });
    expect(sheet).toMatchObject({ is_open: true, window: { closes_at: inDays(2), final_at: null } });
    expect(sheet.questions.map(({ responses, rich_response, accepted_answers }) => [responses, rich_response, accepted_answers])).toEqual([
      [[3], null, [2]],
      [[], null, [2]],
      [[], null, [2]],
      [[], '7', expect.anything()],
    ]);
    expect(JSON.stringify(sheet)).not.toContain('solution_text');
    expect(sheet.translated).toBeUndefined();
    const { translated } = await first.call(contract.getKeyChallenge, { id, language: 'hi' });
    const inHindi = sheet.questions.filter(({ question }) => question.also_in?.includes('hi'));
    expect(translated?.questions.map((each) => each.id)).toEqual(inHindi.map(({ question }) => question.id).toSorted((a, b) => a - b));
    expect(translated?.questions.length).toBeGreaterThan(0);
    expect(JSON.stringify(translated)).not.toContain('solution_text');
  });

  test('withholds the key of a question that another test of the student still keeps secret', async () => {
    const { id, first, at, challenge } = await held();
    const other = await addPaper(story, `other-${count}`, [fourOptions(21)]);
    await story.database.pool.query('update papers set opens_at = $2, closes_at = $3 where id = $1', [other, inDays(1), inDays(2)]);
    await story.database.db.insertInto('paper_assignments').values({ paper_id: other, student_id: first.id }).execute();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(2) });
    const { questions } = await first.call(contract.getKeyChallenge, { id });
    expect(questions.map(({ accepted_answers }) => accepted_answers !== null)).toEqual([false, true, true, true]);
    expect(questions[0]?.question.id).toBe(at(0));
    expect(await refusalOf(challenge(first))).toBe('not_possible');
    await story.database.pool.query('delete from papers where id = $1', [other]);
  });

  test('is also open to students who signed in with the institute’s code', async () => {
    const { id, first, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await story.database.pool.query(
      'update sign_ins s set is_bound = true, membership_id = m.id from memberships m where m.user_id = s.user_id and s.user_id = $1',
      [first.id],
    );
    await challenge(first);
    expect((await first.call(contract.getKeyChallenge, { id })).questions[0]?.challenge).toMatchObject({ answer: 3 });
    await first.call(contract.withdrawChallenge, { id, question_id: at(0) });
  });

  test('makes keys visible, so that later answers are doubtful and no test is reopened', async () => {
    const { id } = await held();
    const late = await story.student({ institute: 'school' });
    await story.database.pool.query('update papers set closes_at = $2 where id = $1', [id, inDays(0.01)]);
    const { session_id, upload, questions } = await attempt(late, id);
    story.pass(3600);
    const send = (option: number) => refusalOf(upload([response(questions[0], { responses: [option] })]));
    expect(await send(1)).toBe('received_late');
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(2) });
    expect(await send(2)).toBe('received_late');
    const { rows } = await story.database.pool.query('select key_visible from late_uploads where session_id = $1 order by id', [
      session_id,
    ]);
    expect(rows).toEqual([{ key_visible: false }, { key_visible: true }]);
    expect(await owner.call(extendTest, { id, minutes: 600, student_ids: [late.id], reason: 'Network' })).toMatchObject({ reopened: 0 });
  });

  test('prevents the test from being held again', async () => {
    const { id } = await held();
    const setUp = (closes_at: string) =>
      refusalOf(
        owner.call(setUpTest, { id, opens_at: null, closes_at, should_request_otp: false, can_lock_test: false, allows_review: false }),
      );
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(2) });
    expect(await setUp(inDays(1))).toBe('not_possible');
    expect(await setUp(inDays(-1))).toBeNull();
  });
});

describe('a challenge', () => {
  test('replaces the student’s earlier one, can be withdrawn, and ends with its time', async () => {
    const { id, first, second, at, challenge } = await held();
    expect(await refusalOf(challenge(first))).toBe('not_possible');
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first);
    await challenge(first, 0, { claim: 'no_answer', answer: undefined, reason: ` ${reason} ` });
    const [own] = (await first.call(contract.getKeyChallenge, { id })).questions;
    expect(own?.challenge).toMatchObject({ claim: 'no_answer', answer: null, reason });
    expect((await second.call(contract.getKeyChallenge, { id })).questions[0]?.challenge).toBeNull();
    expect(await refusalOf(second.call(contract.withdrawChallenge, { id, question_id: at(0) }))).toBe('not_found');
    await first.call(contract.withdrawChallenge, { id, question_id: at(0) });
    expect((await first.call(contract.getKeyChallenge, { id })).questions[0]?.challenge).toBeNull();
    await challenge(first);
    story.pass(daySeconds);
    expect(await refusalOf(challenge(second))).toBe('not_possible');
    expect(await refusalOf(first.call(contract.withdrawChallenge, { id, question_id: at(0) }))).toBe('not_possible');
    expect((await first.call(contract.getKeyChallenge, { id })).is_open).toBe(false);
  });

  test.each([
    ['without a right answer', 0, { answer: undefined }, 'invalid_input'],
    ['with an answer although none is right', 0, { claim: 'no_answer' }, 'invalid_input'],
    ['with ten characters of two code units each', 0, { reason: '😀'.repeat(10) }, 'invalid_input'],
    ['with a reason of blanks and a word', 0, { reason: `wrong${' '.repeat(30)}` }, 'invalid_input'],
    ['with a number for a question with options', 0, { answer: '3' }, 'not_possible'],
    ['with an option for a number', 3, { answer: 3 }, 'not_possible'],
  ] as const)('%s is refused', async (_title, place, fields, code) => {
    const { id, first, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    expect(await refusalOf(challenge(first, place, fields))).toBe(code);
  });

  test(concurrently('of a question outside the test is not found, and a student makes at most twenty, even at once'), async () => {
    const { id, first, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    const outside = await story.idOf('questions', 'cells-029');
    expect(await refusalOf(challenge(first, 0, { question_id: outside }))).toBe('not_found');
    await story.database.pool.query(
      `insert into key_challenges (student_id, paper_id, question_id, claim, reason, made_at)
       select $1, $2, id, 'no_answer', $3, $4 from questions
       where id not in (select question_id from paper_questions where paper_id = $2) order by id limit 19`,
      [first.id, id, reason, story.now],
    );
    const school = await story.database.db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
    const student = { id: first.id, institute_id: school.id };
    const second = await whileUncommitted(
      story,
      (within) => challengeKey(within, student, id, { question_id: at(0), claim: 'no_answer', reason }),
      () => refusalOf(challenge(first, 1)),
    );
    expect(second).toBe('not_possible');
  });

  test('that was sent before the end changes nothing once the final keys are published', async () => {
    const { id, first, second, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first);
    await owner.call(contract.keepKey, { id, question_id: at(0), reason: 'It is right.' });
    story.pass(daySeconds);
    await owner.call(contract.publishFinalKeys, { id });
    // The time of a call that has waited for the publication.
    story.pass(-60);
    expect(await refusalOf(challenge(second, 1))).toBe('not_possible');
    expect(await refusalOf(first.call(contract.withdrawChallenge, { id, question_id: at(0) }))).toBe('not_possible');
    story.pass(60);
  });
});

describe('staff', () => {
  test('see challenges by question, the most challenged first, and those of another institute see none', async () => {
    const { id, first, second, at, challenge } = await held();
    expect(await owner.call(contract.getKeyChallenges, { id })).toMatchObject({ window: null, questions: [] });
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first, 0);
    await challenge(first, 2);
    await challenge(second, 2);
    const { questions } = await owner.call(contract.getKeyChallenges, { id });
    expect(questions).toMatchObject([
      { question_id: at(2), number: 3, is_own: false, challenge_count: 2, decision: null },
      { question_id: at(0), number: 1, is_own: true, challenge_count: 1, challenges: [{ student_id: first.id, answer: 3, reason }] },
    ]);
    await challenge(second, 0);
    const context = { db: story.database.db, now: story.now, random: Math.random, actor: await operatorOf(story, 'school') };
    const listed = await findChallenges(context, id, { each: 50, all: 3 });
    expect(listed.map(({ position, count: of }) => [position, of])).toEqual([
      [0, 2],
      [2, 2],
    ]);
    expect(await refusalOf(strange.call(contract.getKeyChallenges, { id }))).toBe('not_found');
    expect(await refusalOf(strange.call(contract.openKeyChallenges, { id, closes_at: inDays(1) }))).toBe('not_found');
    expect(await refusalOf(strange.call(contract.keepKey, { id, question_id: at(0), reason }))).toBe('not_found');
    expect(await refusalOf(strange.call(contract.publishFinalKeys, { id }))).toBe('not_found');
  });

  test('open keys only after the end, for at most thirty days, and move the end without a second notification', async () => {
    const { id, first } = await held();
    expect(await refusalOf(owner.call(contract.openKeyChallenges, { id, closes_at: inDays(0) }))).toBe('not_possible');
    expect(await refusalOf(owner.call(contract.openKeyChallenges, { id, closes_at: inDays(31) }))).toBe('not_possible');
    await story.database.pool.query('update papers set closes_at = $2 where id = $1', [id, inDays(1)]);
    expect(await refusalOf(owner.call(contract.openKeyChallenges, { id, closes_at: inDays(2) }))).toBe('not_possible');
    story.pass(2 * daySeconds);
    expect((await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) })).notified_count).toBe(2);
    const closes_at = inDays(3);
    expect((await owner.call(contract.openKeyChallenges, { id, closes_at })).notified_count).toBe(0);
    expect((await first.call(contract.getKeyChallenge, { id })).window.closes_at).toBe(closes_at);
  });

  test('decide every challenged key before the final keys, and challengers read the decisions then', async () => {
    const { id, first, second, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first, 0);
    await challenge(first, 1);
    expect(await refusalOf(owner.call(contract.keepKey, { id, question_id: at(2), reason: 'Nobody asked.' }))).toBe('not_possible');
    await owner.call(contract.keepKey, { id, question_id: at(0), reason: 'The law says otherwise.' });
    expect(await refusalOf(owner.call(contract.publishFinalKeys, { id }))).toBe('not_possible');
    story.pass(daySeconds);
    expect(await refusalOf(owner.call(contract.publishFinalKeys, { id }))).toBe('not_possible');

    await owner.call(correctKey, { id, question_id: at(1), keys: [2, 3], reason: 'Option 3 holds too.' });
    await owner.call(undoCorrection, { id, question_id: at(1), reason: 'A slip.' });
    expect(await refusalOf(owner.call(contract.publishFinalKeys, { id }))).toBe('not_possible');
    await owner.call(correctKey, { id, question_id: at(1), keys: [2, 3], reason: 'Option 3 holds too.' });
    await workOffJobs(story);
    expect((await owner.call(contract.getKeyChallenges, { id })).questions.map(({ decision }) => decision)).toEqual([
      { is_changed: false, reason: 'The law says otherwise.' },
      { is_changed: true, reason: 'Option 3 holds too.' },
    ]);
    const before = await first.call(contract.getKeyChallenge, { id });
    expect(before.questions.map(({ decision }) => decision)).toEqual([null, null, null, null]);

    expect((await owner.call(contract.publishFinalKeys, { id })).notified_count).toBe(2);
    const [kept, changed] = (await first.call(contract.getKeyChallenge, { id })).questions;
    expect(kept?.decision).toEqual({ is_changed: false, reason: 'The law says otherwise.' });
    expect(changed).toMatchObject({ accepted_answers: [2, 3], decision: { is_changed: true, reason: 'Option 3 holds too.' } });
    expect((await second.call(contract.getKeyChallenge, { id })).questions[0]?.decision).toBeNull();
    expect((await newestNews(first))?.message).toContain('decisions about your challenges');
    expect((await newestNews(second))?.message).not.toContain('decisions');
    expect(await refusalOf(owner.call(contract.publishFinalKeys, { id }))).toBe('not_possible');
    expect(await refusalOf(owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) }))).toBe('not_possible');
    expect(await refusalOf(owner.call(contract.keepKey, { id, question_id: at(0), reason }))).toBe('not_possible');

    story.pass(60);
    await owner.call(undoCorrection, { id, question_id: at(1), reason: 'Option 3 does not hold after all.' });
    expect((await first.call(contract.getKeyChallenge, { id })).questions[1]).toMatchObject({
      accepted_answers: [2],
      decision: { is_changed: false, reason: 'Option 3 does not hold after all.' },
    });
  });

  test('open and close the keys of all shifts of a test together, once the last shift is over', async () => {
    const [morning, afternoon] = [await held([24, 25], [fourOptions(24, 25)]), await held([26, 27], [fourOptions(26, 27)])];
    await owner.call(createShiftGroup, { name: 'Two shifts', paper_ids: [morning.id, afternoon.id] });
    await story.database.pool.query('update papers set closes_at = $2 where id = $1', [afternoon.id, inDays(1)]);
    expect(await refusalOf(owner.call(contract.openKeyChallenges, { id: morning.id, closes_at: inDays(2) }))).toBe('not_possible');
    story.pass(2 * daySeconds);
    expect((await owner.call(contract.openKeyChallenges, { id: morning.id, closes_at: inDays(1) })).notified_count).toBe(4);
    await afternoon.challenge(afternoon.first);
    story.pass(daySeconds);
    expect(await refusalOf(owner.call(contract.publishFinalKeys, { id: morning.id }))).toBe('not_possible');
    await owner.call(contract.keepKey, { id: afternoon.id, question_id: afternoon.at(0), reason: 'It is right.' });
    await owner.call(contract.publishFinalKeys, { id: morning.id });
    expect((await afternoon.first.call(contract.getKeyChallenge, { id: afternoon.id })).window.final_at).not.toBeNull();
  });

  test('notify the students of a shift that joined the test later only about keys that they can see', async () => {
    const [early, joined] = [await held([24, 25], [fourOptions(24, 25)]), await held([26, 27], [fourOptions(26, 27)])];
    await owner.call(contract.openKeyChallenges, { id: early.id, closes_at: inDays(1) });
    await owner.call(createShiftGroup, { name: 'Joined later', paper_ids: [early.id, joined.id] });
    story.pass(daySeconds);
    expect(await owner.call(contract.openKeyChallenges, { id: early.id, closes_at: inDays(1) })).toMatchObject({ notified_count: 2 });
    expect(await newestNews(joined.first)).toMatchObject({ title: 'The provisional key is out' });
    await story.database.pool.query('delete from key_challenge_windows where paper_id = $1', [joined.id]);
    await story.database.pool.query('delete from notifications where student_id = $1', [joined.first.id]);
    story.pass(daySeconds);
    expect((await owner.call(contract.publishFinalKeys, { id: early.id })).notified_count).toBe(2);
    expect(await newestNews(joined.first)).toBeUndefined();
  });

  test('publish the final keys of a test that was loaded again without a challenged question', async () => {
    const { id, first, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first, 2);
    await story.database.pool.query('delete from paper_questions where paper_id = $1 and question_id = $2', [id, at(2)]);
    story.pass(daySeconds);
    expect((await owner.call(contract.getKeyChallenges, { id })).questions).toEqual([]);
    expect((await owner.call(contract.publishFinalKeys, { id })).success).toBe(true);
  });

  test('cannot keep a corrected key; the correction is the decision until it is undone or the earlier key is set again', async () => {
    const { id, first, at, challenge } = await held();
    await owner.call(contract.openKeyChallenges, { id, closes_at: inDays(1) });
    await challenge(first, 0);
    const decision = async () => (await owner.call(contract.getKeyChallenges, { id })).questions[0]?.decision;
    const question_id = at(0);
    await owner.call(correctKey, { id, question_id, keys: [2, 3], reason: 'Option 3 holds too.' });
    await owner.call(correctKey, { id, question_id, keys: [3], reason: 'Only option 3 holds.' });
    expect(await decision()).toEqual({ is_changed: true, reason: 'Only option 3 holds.' });
    expect(await refusalOf(owner.call(contract.keepKey, { id, question_id, reason: 'It stays.' }))).toBe('not_possible');
    await owner.call(undoCorrection, { id, question_id, reason: 'Both hold.' });
    expect(await decision()).toEqual({ is_changed: true, reason: 'Option 3 holds too.' });
    await owner.call(correctKey, { id, question_id, keys: [2], reason: 'The key was right.' });
    expect(await decision()).toBeNull();
    await owner.call(contract.keepKey, { id, question_id, reason: 'It stays.' });
    expect(await decision()).toEqual({ is_changed: false, reason: 'It stays.' });
    await workOffJobs(story);
  });
});
