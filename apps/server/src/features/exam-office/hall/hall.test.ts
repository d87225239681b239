import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { lockTestByOtp } from '@abhyas/contract/tests/test-codes';
import * as hall from '@abhyas/contract/exam-office/hall';
import {
  assignTest,
  copyPaper,
  getInstituteTest,
  getInstituteTests,
  getStudentsOfTest,
  noteTried,
  setUpTest,
  takeBackTest,
  tryTest,
} from '@abhyas/contract/exam-office/institute-tests';
import type { ProblemCode } from '@abhyas/contract/problem';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { getStaffToday } from '@abhyas/contract/site/today';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { endDueTests } from '../../tests/sessions/finishing.ts';

const story = tellStory();
let owner: Visitor & { id: number };
let invigilator: Visitor & { id: number };
let asha: Visitor & { id: number };
let ben: Visitor & { id: number };
let id: number;
let papers = 0;

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  invigilator = await story.staff('school', 'invigilator');
});

beforeEach(async () => {
  papers += 1;
  id = await addPaper(story, `hall-${papers}`, [fourOptions(21, 22, 23, 24)]);
  [asha, ben] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
});

const codeOf = (error: { code: ProblemCode }) => error.code;
const minutesFromNow = (minutes: number) => new Date(story.now.getTime() + minutes * 60_000).toISOString();

/** The row of a student in the hall. */
async function inHall(student: { id: number }) {
  const answer = await invigilator.call(hall.getHall, { id });
  const at = answer.students?.findIndex((each) => each.id === student.id) ?? -1;
  const { status, heard, ends, answered, left, late } = answer;
  return { status: status[at], heard: heard[at], ends: ends[at], answered: answered[at], left: left[at], late: late[at] };
}

const logged = async () =>
  (
    await story.database.db
      .selectFrom('audit_log')
      .where('object_id', '=', id)
      .select(['what', 'user_id', 'reason'])
      .orderBy('id')
      .execute()
  ).map(({ what, reason }) => (reason === null ? what : `${what}: ${reason}`));

describe('preparing a test', () => {
  test('lists the missing steps until nothing is missing, and logs each act', async () => {
    const copy = await owner.call(copyPaper, {
      paper_id: await story.idOf('papers', 'mock'),
      name: ' Our mock ',
      is_assignment: false,
    });
    id = copy.id;
    const open = async () => (await owner.call(getInstituteTest, { id })).steps.filter(({ is_done }) => !is_done).map(({ step }) => step);
    expect(await open()).toEqual(['window', 'students', 'tried']);
    expect((await owner.call(getInstituteTest, { id })).name).toBe('Our mock');

    await owner.call(setUpTest, {
      id,
      opens_at: minutesFromNow(60),
      closes_at: minutesFromNow(240),
      should_request_otp: true,
      can_lock_test: true,
    });
    expect(await open()).toEqual(['students', 'code', 'tried']);
    expect(await owner.call(setUpTest, { id, closes_at: minutesFromNow(30) }).catch(codeOf)).toBe('not_possible');
    await owner.call(assignTest, { id, student_ids: [asha.id, ben.id] });
    await owner.call(takeBackTest, { id, student_ids: [ben.id] });
    const { students } = await owner.call(getStudentsOfTest, { id });
    expect(students.filter(({ is_given }) => is_given).map((each) => each.id)).toEqual([asha.id]);
    expect(await owner.call(hall.makeTestCode, { id })).toMatchObject({ is_replaced: false });
    expect(await owner.call(hall.makeTestCode, { id })).toMatchObject({ is_replaced: true });
    const tried = await owner.call(tryTest, { id });
    expect(tried.test_info).toMatchObject({ session_status: 'IN_PROGRESS', remaining_duration: tried.test_info.test_duration });
    expect(JSON.stringify(tried)).not.toContain('"solution_text":"');
    await owner.call(noteTried, { id });
    expect(await open()).toEqual([]);
    expect(await logged()).toEqual([
      'paper.copy',
      'paper.set_up',
      'paper.assign',
      'paper.take_back',
      'test_code.make',
      'test_code.make',
      'paper.try',
    ]);
    expect((await owner.call(getInstituteTests, {})).tests.find((each) => each.id === id)).toMatchObject({ state: 'upcoming', given: 1 });
    const today = await owner.call(getStaffToday, {});
    expect(today.next.find((row) => row.id === id)).toMatchObject({ kind: 'test', action: 'Open', url: `/staff/tests/${id}` });
  });

  test('needs the right, and works only for papers and students of the same institute', async () => {
    expect(await invigilator.call(getInstituteTest, { id }).catch(codeOf)).toBe('not_allowed');
    expect(await invigilator.call(assignTest, { id, everybody: true }).catch(codeOf)).toBe('not_allowed');
    const shared = await story.idOf('papers', 'mock');
    expect(await owner.call(setUpTest, { id: shared, can_lock_test: true }).catch(codeOf)).toBe('not_found');
    const stranger = await story.student();
    expect(await owner.call(assignTest, { id, student_ids: [stranger.id] }).catch(codeOf)).toBe('not_found');
    expect(await owner.call(assignTest, { id, classroom_ids: [1] }).catch(codeOf)).toBe('not_found');
    expect(await logged()).toEqual([]);
  });
});

describe('the hall', () => {
  test("shows a student's progress from the first minute to the end", async () => {
    await owner.call(setUpTest, { id, can_lock_test: true });
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.not_begun, heard: null, answered: 0 });
    const { upload, finish, questions } = await attempt(asha, id);
    await upload([response(questions[0], { responses: [2] })]);
    story.pass(61);
    const { status, heard, ends, answered } = await inHall(asha);
    expect({ status, answered, silentFor: story.now.getTime() / 1000 - (heard ?? 0) }).toEqual({ status: 1, answered: 1, silentFor: 61 });
    expect(ends).toBe(story.now.getTime() / 1000 - 61 + 600);
    await asha.call(lockTestByOtp, { id });
    story.pass(61);
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.locked, left: 1 });
    expect(await invigilator.call(hall.unlockStudents, { id, student_ids: [asha.id, ben.id] })).toMatchObject({ unlocked: 1 });
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.running });
    await finish([response(questions[1], { responses: [2] })]);
    story.pass(61);
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.finished, answered: 2 });
  });

  test('is not sent again while nothing has changed, and leaves out names that the caller already has', async () => {
    const url = `/api/staff/tests/${id}/hall`;
    const first = await invigilator.send({ method: 'GET', url });
    const { roster } = first.json<{ roster: string }>();
    const again = await invigilator.send({ method: 'GET', url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const later = await invigilator.send({ method: 'GET', url, query: { roster } });
    expect(later.json()).toMatchObject({ students: null, roster });
    await attempt(asha, id);
    expect((await invigilator.send({ method: 'GET', url, headers: { 'if-none-match': String(first.headers.etag) } })).statusCode).toBe(200);
  });

  test('lets a student who has used up the tries of a code try again; a new code ends the previous one', async () => {
    const { otp: old } = await invigilator.call(hall.makeTestCode, { id });
    const { otp } = await invigilator.call(hall.makeTestCode, { id });
    if (old !== otp) expect(await asha.call(findOrCreateSessionItem, { id, otp: old }).catch(codeOf)).toBe('wrong_code');
    const wrong = otp === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 6; tries += 1) await asha.call(findOrCreateSessionItem, { id, otp: wrong }).catch(codeOf);
    expect(await asha.call(findOrCreateSessionItem, { id, otp }).catch(codeOf)).toBe('too_many_requests');
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.no_code });
    await invigilator.call(hall.unlockStudents, { id, student_ids: [asha.id] });
    expect(await asha.call(findOrCreateSessionItem, { id, otp })).toMatchObject({ success: true });
  });

  test('extends the time of one student, or of all if the test’s name is typed; two extensions at once both count and are logged', async () => {
    await attempt(asha, id);
    const give = (who: Visitor, reason: string) => who.call(hall.extendTest, { id, minutes: 5, student_ids: [asha.id], reason });
    const before = (await inHall(asha)).ends ?? 0;
    await Promise.all([give(owner, 'Power cut'), give(invigilator, 'Late bus')]);
    expect(((await inHall(asha)).ends ?? 0) - before).toBe(600);
    expect(await owner.call(hall.extendTest, { id, minutes: 5, reason: 'All' }).catch(codeOf)).toBe('not_possible');
    expect(await owner.call(hall.extendTest, { id, minutes: 5, reason: 'All', paper_name: `Paper hall-${papers}` })).toMatchObject({
      reopened: 0,
    });
    expect((await logged()).toSorted()).toEqual(['paper.extend: All', 'paper.extend: Late bus', 'paper.extend: Power cut']);
  });

  test('reopens a test that the clock has just ended if it is extended, and removes its scores, unless keys may have been seen', async () => {
    const { upload, questions } = await attempt(asha, id);
    await upload([response(questions[0], { responses: [2] })]);
    story.pass(600 + 61);
    await endDueTests({ db: story.database.db, now: story.now, random: () => 0.5 });
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.finished });
    expect(await owner.call(hall.extendTest, { id, minutes: 1, student_ids: [asha.id], reason: 'Too little' })).toMatchObject({
      reopened: 0,
    });
    expect(await owner.call(hall.extendTest, { id, minutes: 10, student_ids: [asha.id], reason: 'Network' })).toMatchObject({
      reopened: 1,
    });
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.running });
    const scores = await story.database.db.selectFrom('session_scores').where('paper_id', '=', id).selectAll().execute();
    const counts = await story.database.db
      .selectFrom('paper_score_counts')
      .where('paper_id', '=', id)
      .where('count', '<>', 0)
      .selectAll()
      .execute();
    expect([scores, counts]).toEqual([[], []]);
    await upload([response(questions[1], { responses: [2], version: 2 })]);
    story.pass(3600);
    await endDueTests({ db: story.database.db, now: story.now, random: () => 0.5 });
    expect((await asha.call(getReport, { id })).report_data.at(-1)).toMatchObject({ score: 8 });
    await owner.call(setUpTest, { id, allows_review: true });
    expect(await owner.call(hall.extendTest, { id, minutes: 600, student_ids: [asha.id], reason: 'Again' })).toMatchObject({ reopened: 0 });
  });

  test("ends a student's test, and accepts late answers that it lists", async () => {
    const { upload, questions } = await attempt(asha, id);
    await invigilator.call(hall.endTest, { id, student_id: asha.id, reason: 'Left the hall' });
    expect(await invigilator.call(hall.endTest, { id, student_id: asha.id, reason: 'Again' }).catch(codeOf)).toBe('not_possible');
    expect(await upload([response(questions[0], { responses: [2] })]).catch(codeOf)).toBe('received_late');
    story.pass(61);
    expect(await inHall(asha)).toMatchObject({ status: hall.hallStatuses.finished, late: 1 });
    const { uploads } = await invigilator.call(hall.getLateAnswers, { id });
    expect(uploads).toMatchObject([{ student_id: asha.id, name: 'Asha', questions: 1, key_visible: false }]);
    await invigilator.call(hall.acceptLateAnswers, { id, student_id: asha.id });
    expect((await asha.call(getReport, { id })).report_data.at(-1)).toMatchObject({ score: 4 });
    expect(await inHall(asha)).toMatchObject({ late: 0 });
    expect(await logged()).toEqual(['paper.end: Left the hall', 'late_answers.accept']);
  });
});
