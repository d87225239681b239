import type { Context } from '../../../context.ts';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { lockTestByOtp, unlockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addPaper,
  attempt,
  fourOptions,
  operatorOf,
  concurrently,
  whileUncommitted,
  phoneOf,
  response,
  staff,
} from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';
import { extend } from '../../exam-office/assignments/assignments.ts';

const story = tellStory();
const at = (moment: string) => {
  story.now = new Date(moment);
};
const needsPublishing = 'To revise, your institute needs to publish the question paper. Please contact your admin.';
const opens = '2027-01-12T09:05:00+05:30';
const closes = '2027-01-12T12:00:00+05:30';
let papers = 0;

type Fields = Parameters<typeof addPaper>[3] & { questions?: number[] };

/** A new paper that is assigned to these students only. */
async function given(students: { id: number }[], { questions = [21, 22, 23, 24], ...fields }: Fields = {}, ...words: string[]) {
  papers += 1;
  const code = `test-${papers}`;
  const id = await addPaper(story, code, [fourOptions(...questions)], fields);
  const phones = await Promise.all(students.map((student) => phoneOf(story, student)));
  expect(await staff(story, 'assign', code, '--phones', phones.join(','), ...words)).toEqual({
    said: `Assigned to ${students.length} students.`,
    exit: 0,
  });
  return { id, code };
}

async function statusOf(student: Visitor, paper: number) {
  const { test_list = [], completed_test_list = [] } = await student.call(getStudentHomeData, { type: 'institute', sub_type: 'test' });
  return [...test_list, ...completed_test_list].find(({ id }) => id === paper)?.status;
}

let asha: Visitor & { id: number };
let ben: Visitor & { id: number };
beforeAll(async () => {
  asha = await story.student({ institute: 'school' });
  ben = await story.student({ institute: 'school' });
});

describe('an assigned test', () => {
  test('is found by the students it was assigned to, and by nobody else', async () => {
    const { id } = await given([asha]);
    expect(await statusOf(asha, id)).toBe(1);
    expect(await statusOf(ben, id)).toBeUndefined();
    for (const call of [getTestInstructions, findOrCreateSessionItem, getTestQuestions, getReport] as const) {
      await expect(ben.call(call, { id })).rejects.toMatchObject({ message: 'This is not an active test.' });
    }
    await attempt(asha, id);
  });

  test('is announced to the newly assigned students with its window, and shows until when it can be begun', async () => {
    at('2027-01-12T09:00:00+05:30');
    const [carl, dina] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
    const { id, code } = await given([carl], {}, '--opens', opens, '--closes', closes);
    await staff(story, 'assign', code, '--phones', [await phoneOf(story, carl), await phoneOf(story, dina)].join(','));
    const newsOf = async (student: Visitor) =>
      (await student.call(getNotifications, {})).notifications.map(({ title, message, url }) => [title, message, url]);
    const news = ['A new test', `Paper ${code}: opens 12 Jan, 09:05, closes 12 Jan, 12:00.`, `/test_instruction/${id}`];
    expect(await newsOf(carl)).toEqual([news]);
    expect(await newsOf(dina)).toEqual([news]);
    const { test_list = [] } = await carl.call(getStudentHomeData, { type: 'institute', sub_type: 'test' });
    expect(test_list.find((test) => test.id === id)?.end_time).toBe(new Date(closes).toISOString());
  });

  test('notifies each student of the added time and of the new end of a running test', async () => {
    at('2027-01-12T10:00:00+05:30');
    const [carl, dina] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
    const { id, code } = await given([carl, dina]);
    await attempt(carl, id);
    await staff(story, 'extend', code, '--minutes', '10');
    const latestOf = async (student: Visitor) => (await student.call(getNotifications, {})).notifications[0];
    expect(await latestOf(carl)).toMatchObject({ title: '10 minutes more', message: `Paper ${code} ends 10:20.` });
    expect(await latestOf(dina)).toMatchObject({ title: '10 minutes more', message: `Paper ${code}: you have more time.` });
    expect(await dina.call(getTestInstructions, { id })).toMatchObject({ extension_seconds: 600 });
  });

  test('is shown on the home page of its students, beside the chapters', async () => {
    const { id } = await given([asha]);
    const homeOf = async (student: Visitor) => (await student.call(getStudentHomeData, { type: 'home' })).test_list?.map((test) => test.id);
    expect(await homeOf(asha)).toContain(id);
    expect(await homeOf(ben)).not.toContain(id);
    expect(await homeOf(await story.student())).toBeUndefined();
  });

  test('is assigned to every student of its institute if no numbers are given', async () => {
    const stranger = await story.student();
    const id = await addPaper(story, 'for-all', [fourOptions(21, 22)]);
    const { said } = await staff(story, 'assign', 'for-all');
    expect(said).toMatch(/^Assigned to \d+ students\.$/);
    expect([await statusOf(asha, id), await statusOf(ben, id), await statusOf(stranger, id)]).toEqual([1, 1, undefined]);
  });

  test('cannot be assigned to a student of another institute, or get a window that ends before it begins', async () => {
    const stranger = await phoneOf(story, await story.student());
    await given([asha]);
    const before = await digestOfTables(story.database);
    const code = `test-${papers}`;
    expect(await staff(story, 'assign', code, '--phones', stranger, '--opens', opens)).toEqual({
      said: `No students of this institute: ${stranger}.`,
      exit: 1,
    });
    expect(await staff(story, 'assign', code, '--opens', closes, '--closes', opens)).toEqual({
      said: 'The test would close before it opens.',
      exit: 1,
    });
    expect(await staff(story, 'assign', 'nowhere')).toEqual({ said: 'There is no paper nowhere.', exit: 1 });
    expect(await staff(story, 'assign', 'mock')).toEqual({ said: 'mock belongs to no institute.', exit: 1 });
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test('opens and closes with its window, and refusals have the fixed texts', async () => {
    at('2027-01-12T03:34:59Z');
    const { id } = await given([asha, ben], {}, '--opens', opens, '--closes', closes);
    await expect(asha.call(findOrCreateSessionItem, { id })).rejects.toMatchObject({
      code: 'test_not_open',
      message: 'Test cannot start before 12 Jan 2027 09:05',
    });
    at('2027-01-12T03:35:00Z');
    expect((await asha.call(getTestInstructions, { id })).test_info).toMatchObject({
      disable_begin: false,
      start_time: '2027-01-12T03:35:00.000Z',
    });
    at('2027-01-12T06:29:00Z');
    const { opened } = await attempt(asha, id);
    expect(opened.test_info).toMatchObject({ remaining_duration: 60, deadline: '2027-01-12T06:30:00.000Z' });
    at('2027-01-12T06:30:00Z');
    await expect(ben.call(findOrCreateSessionItem, { id })).rejects.toMatchObject({ message: 'The time for this test is over.' });
    expect((await ben.call(getTestInstructions, { id })).test_info).toMatchObject({ disable_begin: true, is_missed_test: true });
  });

  test('is listed as not started, in progress, complete or missed', async () => {
    at('2027-01-12T04:00:00Z');
    const { id } = await given([asha, ben], {}, '--opens', opens, '--closes', closes);
    expect(await statusOf(asha, id)).toBe(1);
    const { finish } = await attempt(asha, id);
    expect(await statusOf(asha, id)).toBe(0);
    await finish();
    at('2027-01-12T07:00:00Z');
    expect([await statusOf(asha, id), await statusOf(ben, id)]).toEqual([2, 3]);
  });
});

describe('publishing', () => {
  test('opens the review to students who took the test or missed it, and notifies those who took it', async () => {
    at('2027-01-12T04:00:00Z');
    // No other paper contains these questions; otherwise it would withhold their answers.
    const { id, code } = await given([asha, ben], { questions: [27, 28, 29, 30] }, '--opens', opens, '--closes', closes);
    const { finish, questions } = await attempt(asha, id);
    const { report_data } = await finish([response(questions[0], { responses: [2] })]);
    expect(report_data?.at(-1)).toMatchObject({ score: 4 });
    at('2027-01-12T07:00:00Z');
    expect((await asha.call(getReport, { id })).report_data.at(-1)).toMatchObject({ score: 4 });
    for (const student of [asha, ben]) {
      await expect(student.call(getTestQuestions, { id, is_review: true })).rejects.toMatchObject({
        status: 409,
        message: needsPublishing,
      });
    }

    expect(await staff(story, 'publish', code)).toEqual({ said: 'Published; 1 students were notified.', exit: 0 });
    const review = await asha.call(getTestQuestions, { id, is_review: true });
    expect(review.questions[0]).toMatchObject({ answers: [2] });
    expect(review.question_responses).toMatchObject([{ result: 1, responses: [2] }]);
    const missed = await ben.call(getTestQuestions, { id, is_review: true });
    expect(missed).toMatchObject({ question_responses: [], test_info: { is_missed_test: true, session_id: null } });
    expect(missed.questions.map(({ answers }) => answers)).toEqual([[2], [2], [2], [2]]);
    expect((await asha.call(getNotifications, {})).notifications[0]).toMatchObject({
      type: 'DetailedTestReportNotification',
      message: `The results of Paper ${code} are published.`,
      url: `/test_report/${id}`,
    });
    expect((await ben.call(getNotifications, {})).notifications.map(({ type }) => type)).not.toContain('DetailedTestReportNotification');
  });

  test('opens the review of a test without a window too, which is closed until then', async () => {
    const { id, code } = await given([asha], { questions: [25, 26] });
    await (await attempt(asha, id)).finish();
    await expect(asha.call(getTestQuestions, { id, is_review: true })).rejects.toMatchObject({ message: needsPublishing });
    await staff(story, 'publish', code);
    const review = await asha.call(getTestQuestions, { id, is_review: true });
    expect(review.questions.map(({ answers }) => answers)).toEqual([[2], [2]]);
  });
});

describe('publishing while a student takes a test with the same questions', () => {
  test('needs a confirmation, as it does while a student takes the paper itself', async () => {
    at('2027-01-12T04:00:00Z');
    const { id, code } = await given([asha, ben], { questions: [25, 26] }, '--opens', opens, '--closes', closes);
    const other = await given([asha, ben], { questions: [26] });
    await (await attempt(asha, id)).finish();
    const sitting = [await attempt(ben, id), await attempt(ben, other.id)];
    const before = await digestOfTables(story.database);
    expect(await staff(story, 'publish', code)).toEqual({
      said: `Students are sitting a test with these questions: 1 at ${code}, 1 at ${other.code}. To publish anyway, add --anyway.`,
      exit: 1,
    });
    expect(await digestOfTables(story.database)).toEqual(before);
    expect(await staff(story, 'publish', code, '--anyway')).toMatchObject({ exit: 0 });
    for (const one of sitting) await one.finish();
  });

  test('lists the questions that another paper withholds, and from how many students', async () => {
    at('2027-01-12T04:00:00Z');
    const { id, code } = await given([asha, ben], { questions: [29, 30] }, '--opens', opens, '--closes', closes);
    const other = await given([asha, ben], { questions: [30] }, '--opens', opens, '--closes', '2027-01-12T23:00:00+05:30');
    await (await attempt(asha, id)).finish();
    await (await attempt(asha, other.id)).finish();
    at('2027-01-12T07:00:00Z');
    expect((await staff(story, 'publish', code)).said).toContain(`\ncells-030 is withheld from 2 students by ${other.code}.`);
    const answers = async (student: Visitor) =>
      (await student.call(getTestQuestions, { id, is_review: true })).questions.map((question) => question.answers?.length);
    // The other test is still open: Asha has finished it, Ben may still begin it.
    expect([(await answers(asha)).at(-1), (await answers(ben)).at(-1)]).toEqual([undefined, undefined]);
    expect([(await answers(asha)).at(0), (await answers(ben)).at(0)]).toEqual([1, 1]);
  });
});

describe('leaving the window', () => {
  const eventsOf = async (session_id: number) => {
    const { rows } = await story.database.pool.query('select kind, second from session_events where session_id = $1 order by id', [
      session_id,
    ]);
    return rows;
  };

  test('locks a lockable test until a code unlocks it; meanwhile uploads are accepted and its clock runs', async () => {
    const { id, code } = await given([asha], {}, '--lock');
    const { upload, questions, opened, session_id } = await attempt(asha, id);
    expect(opened).toMatchObject({ can_lock_test: true, is_otp_required: false });
    expect(await asha.call(lockTestByOtp, { id })).toEqual({ is_otp_required: true });
    story.pass(30);
    expect(await upload([response(questions[0], { responses: [2] })])).toMatchObject({ kept: [{ version: 2 }], remaining_duration: 570 });
    expect(await asha.call(getTestQuestions, { id })).toMatchObject({ is_otp_required: true, test_info: { remaining_duration: 570 } });
    // Continuing on another device does not unlock the test.
    expect((await attempt(asha, id)).opened.is_otp_required).toBe(true);

    await expect(asha.call(unlockTestByOtp, { id, otp: '123456' })).rejects.toMatchObject({ message: 'Invalid Otp.' });
    const otp = /\d{6}/.exec((await staff(story, 'otp', code)).said)?.[0] ?? '';
    expect(await asha.call(unlockTestByOtp, { id, otp })).toMatchObject({ is_otp_required: false });
    expect((await asha.call(getTestQuestions, { id })).is_otp_required).toBe(false);
    expect(await eventsOf(session_id)).toEqual([
      { kind: 'locked', second: null },
      { kind: 'unlocked', second: null },
    ]);
  });

  test('is recorded once, even if the device reports it several times', async () => {
    const { id, code } = await given([asha], {}, '--lock');
    const { session_id } = await attempt(asha, id);
    const otp = /\d{6}/.exec((await staff(story, 'otp', code)).said)?.[0] ?? '';
    for (const locked of await Promise.all([1, 2, 3].map(() => asha.call(lockTestByOtp, { id }))))
      expect(locked.is_otp_required).toBe(true);
    for (let time = 0; time < 2; time += 1) expect((await asha.call(unlockTestByOtp, { id, otp })).is_otp_required).toBe(false);
    await asha.call(lockTestByOtp, { id });
    expect((await eventsOf(session_id)).map(({ kind }) => kind)).toEqual(['locked', 'unlocked', 'locked']);
  });

  test('changes nothing in a test that is not lockable, and is refused without an open test', async () => {
    const { id } = await given([asha]);
    const lockable = await given([asha], {}, '--lock');
    await attempt(asha, id);
    expect(await asha.call(lockTestByOtp, { id })).toEqual({ is_otp_required: false });
    expect((await asha.call(getTestQuestions, { id })).is_otp_required).toBe(false);
    const none = { message: 'This is not an active test.' };
    await expect(asha.call(lockTestByOtp, { id: lockable.id })).rejects.toMatchObject(none);
    await expect(asha.call(unlockTestByOtp, { id: lockable.id, otp: '123456' })).rejects.toMatchObject(none);
    await expect(ben.call(lockTestByOtp, { id: lockable.id })).rejects.toMatchObject(none);
  });

  test('without a network is recorded once for each absence, when the device reports it, and locks nothing', async () => {
    const { id } = await given([asha], {}, '--lock');
    const { upload, session_id } = await attempt(asha, id);
    story.pass(90);
    await upload([], { absences: [40, 75] });
    await upload([], { absences: [75, 90, 90] });
    expect(await eventsOf(session_id)).toEqual([40, 75, 90].map((second) => ({ kind: 'left_window', second })));
    expect((await asha.call(getTestQuestions, { id })).is_otp_required).toBe(false);
  });

  test('without a network is recorded only in a lockable test, and only for seconds that have passed', async () => {
    const cara = await story.student({ institute: 'school' });
    const locked = await attempt(cara, (await given([cara], {}, '--lock')).id);
    const free = await attempt(cara, (await given([cara])).id);
    story.pass(30);
    for (const { upload } of [locked, free]) await upload([], { absences: [0, 30, 90, 91, 2_592_000] });
    expect((await eventsOf(locked.session_id)).map(({ second }) => second)).toEqual([0, 30, 90]);
    expect(await eventsOf(free.session_id)).toEqual([]);
  });

  test('without a network is recorded at most 500 times in a session', async () => {
    const dev = await story.student({ institute: 'school' });
    const { upload, session_id } = await attempt(dev, (await given([dev], {}, '--lock')).id);
    story.pass(599);
    for (let part = 0; part < 3; part += 1) await upload([], { absences: Array.from({ length: 200 }, (_none, at) => part * 200 + at) });
    expect(await eventsOf(session_id)).toHaveLength(500);
  });
});

describe('more time', () => {
  test('reaches a running test with its next upload, and a test that is begun later, but no student who was not named', async () => {
    at('2027-01-12T06:00:00Z');
    const cara = await story.student({ institute: 'school' });
    const { id, code } = await given([asha, ben, cara], {}, '--opens', opens, '--closes', closes);
    const [running, other] = [await attempt(asha, id), await attempt(ben, id)];
    expect(await running.upload()).toMatchObject({ deadline: '2027-01-12T06:10:00.000Z', remaining_duration: 600 });
    const phones = [await phoneOf(story, asha), await phoneOf(story, cara)].join(',');
    expect(await staff(story, 'extend', code, '--minutes', '5', '--phones', phones)).toEqual({
      said: '2 students have 5 minutes more.',
      exit: 0,
    });
    expect(await running.upload()).toMatchObject({ deadline: '2027-01-12T06:15:00.000Z', remaining_duration: 900 });
    expect(await other.upload()).toMatchObject({ deadline: '2027-01-12T06:10:00.000Z' });

    // The extension also moves the end of the window, before which the test must be begun.
    at('2027-01-12T06:25:00Z');
    const later = await attempt(cara, id);
    expect(later.opened.test_info).toMatchObject({ deadline: '2027-01-12T06:35:00.000Z', remaining_duration: 600 });
    at('2027-01-12T06:31:00Z');
    expect((await cara.call(getTestInstructions, { id })).test_info).toMatchObject({ session_status: 'IN_PROGRESS', disable_begin: false });
    expect(await (await attempt(cara, id)).upload([response(later.questions[0], { responses: [2] })])).toMatchObject({
      kept: [{ version: 2 }],
    });
  });

  test(concurrently('reaches a student who begins at the same moment'), async () => {
    const { id, code } = await given([asha, ben]);
    await asha.call(findOrCreateSessionItem, { id });
    const actor = await operatorOf(story, 'school');
    await whileUncommitted(
      story,
      (within) => extend({ ...within, actor }, code, 5, 'all'),
      () => ben.call(findOrCreateSessionItem, { id }),
    );
    for (const student of [asha, ben]) {
      expect((await student.call(getTestInstructions, { id })).test_info).toMatchObject({ remaining_duration: 900 });
    }
  });

  test(concurrently('stays within a day, if two are given at the same moment'), async () => {
    const { code } = await given([asha, ben]);
    const actor = await operatorOf(story, 'school');
    const long = (within: Context) => extend({ ...within, actor }, code, 15 * 60, 'all');
    const refused = whileUncommitted(story, long, () => long({ db: story.database.db, now: story.now, random: () => 0.5 }));
    await expect(refused).rejects.toThrow('The extra time is at most one day.');
  });

  test('is refused where it has no effect', async () => {
    const { code } = await given([asha]);
    const homework = await given([asha], { assignment: true });
    const stranger = await phoneOf(story, ben);
    const before = await digestOfTables(story.database);
    for (const [words, said] of [
      [[homework.code, '--minutes', '5'], `The time of Paper ${homework.code} counts only while it is open; it cannot be extended.`],
      [[code, '--minutes', '5', '--phones', stranger], `Paper ${code} was not given to these students.`],
    ] as const) {
      expect(await staff(story, 'extend', ...words)).toEqual({ said, exit: 1 });
    }
    expect(await digestOfTables(story.database)).toEqual(before);
    await staff(story, 'extend', code, '--minutes', '600');
    await staff(story, 'extend', code, '--minutes', '600');
    expect(await staff(story, 'extend', code, '--minutes', '600')).toEqual({ said: 'The extra time is at most one day.', exit: 1 });
  });
});
