import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { beforeEach, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, numerical, phoneOf, response, staff } from '../../../testing/attempts.ts';
import { numericalKey } from '../../../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';
import { isOnCitus } from '../../../testing/test-database.ts';

const story = tellStory();
const code = 'late-test';
const afterTheEnd = 600 + 61;
let paper: number;
let student: Visitor & { id: number };
const receivedLate = {
  status: 409,
  code: 'received_late',
  message: 'Your answers came after the end of the test. They are kept, and shown to you and your institute as received late.',
};
const finished = { status: 409, code: 'session_finished' };

beforeEach(async () => {
  paper = await addPaper(story, code, [fourOptions(21, 22, 23, 24), numerical(31, 32)]);
  student = await story.student({ institute: 'school' });
});

const report = () => student.call(getReport, { id: paper });
const score = async () => (await report()).report_data.at(-1)?.score;
const acceptLate = async () => staff(story, 'accept-late', code, '--phone', await phoneOf(story, student));
async function lateUploads(session_id: number) {
  const { rows } = await story.database.pool.query(
    'select writer, responses, accepted_at is not null as is_accepted from late_uploads where session_id = $1 order by id',
    [session_id],
  );
  return rows;
}

test('answers within the grace period count', async () => {
  const { upload, finish, questions } = await attempt(student, paper);
  story.pass(600 + 60);
  expect((await upload([response(questions[0], { responses: [2] })])).kept).toHaveLength(1);
  const { report_data } = await finish([response(questions[1], { responses: [2] })]);
  expect(report_data?.at(-1)).toMatchObject({ score: 8 });
  expect(await report()).toMatchObject({ received_late: false });
});

test('answers to a self-paced paper count until its closing and grace period, even if no job has ended it', async () => {
  const closes_at = new Date(story.now.getTime() + 3600_000).toISOString();
  const homework = await addPaper(story, 'late-homework', [fourOptions(21, 22)], { assignment: true, closes_at });
  student = await story.student({ institute: 'school' });
  const { upload, questions, session_id } = await attempt(student, homework);
  story.pass(3600 + 60);
  expect((await upload([response(questions[0], { responses: [2] })])).kept).toHaveLength(1);
  story.pass(1);
  await expect(upload([response(questions[1], { responses: [2] })])).rejects.toMatchObject(receivedLate);
  expect(await lateUploads(session_id)).toHaveLength(1);
  const { received_late, report_data } = await student.call(getReport, { id: homework });
  expect([received_late, report_data.at(-1)?.score]).toEqual([true, 4]);
});

test('later answers are stored as a whole, change no mark, and are shown as received late', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  await upload([response(questions[0], { responses: [2] })]);
  story.pass(afterTheEnd);
  const late = [
    response(questions[0], { responses: [1], version: 3 }),
    response(questions[4], { rich_response: numericalKey, question_time_spent: 70 }),
  ];
  await expect(upload(late)).rejects.toMatchObject(receivedLate);
  expect(await report()).toMatchObject({ received_late: true, report_data: [{}, { score: 4, correct: 1, unattempted: 5 }] });
  expect(await lateUploads(session_id)).toEqual([{ writer: 1, responses: late, is_accepted: false }]);
  const { rows } = await story.database.pool.query('select question_id, responses from responses where session_id = $1', [session_id]);
  expect(rows).toEqual([{ question_id: questions[0], responses: [2] }]);
});

test('accepted late answers count, the newest of each question, and the attempt is marked again', async () => {
  const first = await attempt(student, paper);
  const { questions, session_id } = first;
  const second = await attempt(student, paper);
  await second.upload([response(questions[0], { responses: [2], version: 5 }), response(questions[1], { responses: [1], version: 5 })]);
  story.pass(afterTheEnd);
  // The older device answers last, but remains the older writer; the third question has no answer yet.
  await expect(
    first.upload([response(questions[0], { responses: [3], version: 90 }), response(questions[2], { responses: [2], version: 2 })]),
  ).rejects.toMatchObject(receivedLate);
  await expect(second.upload([response(questions[1], { responses: [2], version: 6 })])).rejects.toMatchObject(receivedLate);
  await expect(second.upload([response(questions[3], { responses: [1], version: 2 })])).rejects.toMatchObject(receivedLate);
  expect(await score()).toBe(4 - 1);

  expect(await acceptLate()).toEqual({ said: 'Accepted; the attempt was marked again.', exit: 0 });
  expect(await report()).toMatchObject({ received_late: false, report_data: [{}, { score: 4 + 4 + 4 - 1 }] });
  expect((await lateUploads(session_id)).map(({ writer, is_accepted }) => [writer, is_accepted])).toEqual([
    [1, true],
    [2, true],
    [2, true],
  ]);
  const { rows } = await story.database.pool.query('select finished_at, finished_by, is_ranked, total_score from sessions where id = $1', [
    session_id,
  ]);
  const deadline = new Date(story.now.getTime() - 61_000);
  expect(rows).toEqual([{ finished_at: deadline, finished_by: 'clock', is_ranked: true, total_score: 11 }]);
  const { notifications } = await student.call(getNotifications, {});
  expect(notifications).toMatchObject([{ type: 'LateAnswersNotification', message: `Your late answers to Paper ${code} count now.` }]);
});

test('a repeated upload, or one that a newer upload replaced, is not a late answer', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  const old = [response(questions[0], { responses: [3], version: 2 })];
  const newest = [response(questions[0], { responses: [2], version: 3 }), response(questions[4], { rich_response: '-', version: 2 })];
  await upload(old);
  await upload(newest);
  story.pass(afterTheEnd);
  for (const repeated of [newest, old, []]) await expect(upload(repeated)).rejects.toMatchObject(finished);
  expect(await lateUploads(session_id)).toEqual([]);
  expect(await report()).toMatchObject({ received_late: false });
});

test('a late mark for review is stored like a late answer', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  await upload([response(questions[0], { responses: [2], version: 2 })]);
  story.pass(afterTheEnd);
  const late = [response(questions[0], { responses: [2], version: 3, is_marked: true }), response(questions[1], { is_marked: true })];
  await expect(upload(late)).rejects.toMatchObject(receivedLate);
  expect(await lateUploads(session_id)).toEqual([{ writer: 1, responses: late, is_accepted: false }]);
});

test('a late upload is stored once, however often it is sent, and at most fifty are stored', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  story.pass(afterTheEnd);
  const late = (version: number) => upload([response(questions[0], { responses: [2], version })]);
  for (let time = 0; time < 3; time += 1) await expect(late(2)).rejects.toMatchObject(receivedLate);
  expect(await lateUploads(session_id)).toHaveLength(1);
  for (let version = 3; version < 52; version += 1) await expect(late(version)).rejects.toMatchObject(receivedLate);
  await expect(late(52)).rejects.toMatchObject(finished);
  await expect(late(2)).rejects.toMatchObject(receivedLate);
  expect(await lateUploads(session_id)).toHaveLength(50);
});

test('an answer to a question outside the paper is not a late answer, is not stored, and does not count when others are accepted', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  const foreign = await story.idOf('questions', 'motion-021');
  story.pass(afterTheEnd);
  const unfit = [
    response(foreign, { responses: [2] }),
    response(questions[1], { responses: [2, 3] }),
    response(questions[4], { responses: [2] }),
    response(questions[2], { responses: [7] }),
  ];
  await expect(upload(unfit)).rejects.toMatchObject(finished);
  await expect(upload([...unfit, response(questions[0], { responses: [2] })])).rejects.toMatchObject(receivedLate);
  const [kept] = await lateUploads(session_id);
  expect(kept.responses.map(({ question_id }: { question_id: number }) => question_id)).toEqual([1, 4, 0].map((at) => questions[at]));
  await acceptLate();
  expect(await report()).toMatchObject({ report_data: [{}, { score: 4, unattempted: 5 }] });
});

test('late answers to a paper of no institute, which nobody can accept, are not stored', async () => {
  const open = await story.idOf('papers', 'mock');
  const { upload, questions, session_id } = await attempt(student, open);
  story.pass(afterTheEnd);
  const late = upload([response(questions[0], { responses: [2] })], { session_time_spent: afterTheEnd });
  await expect(late).rejects.toMatchObject(finished);
  expect(await lateUploads(session_id)).toEqual([]);
  expect((await student.call(getReport, { id: open })).report_data.at(-1)).toMatchObject({ score: 0 });
});

test('unknown fields of a late answer are not stored', async () => {
  const { upload, questions, session_id } = await attempt(student, paper);
  story.pass(afterTheEnd);
  const late = response(questions[0], { responses: [2] });
  await expect(upload([{ ...late, result: 1, note: '\u0000 \ud800' }])).rejects.toMatchObject(receivedLate);
  expect(await lateUploads(session_id)).toEqual([{ writer: 1, responses: [late], is_accepted: false }]);
  await acceptLate();
  expect(await score()).toBe(4);
});

// A trigger lets the other answers arrive, and that of a spread table cannot write another spread table.
test.runIf(!isOnCitus)('late answers that arrive while others are being accepted wait for their own acceptance', async () => {
  const { upload, questions } = await attempt(student, paper);
  story.pass(afterTheEnd);
  await expect(upload([response(questions[0], { responses: [2] })])).rejects.toMatchObject(receivedLate);
  // Another upload arrives while the first is merged and not yet marked as accepted.
  await story.database.pool.query(`
    create function come_late() returns trigger language plpgsql as $$
      begin
        insert into late_uploads (student_id, session_id, received_at, writer, responses)
          values (new.student_id, new.session_id, now(), 1, '${JSON.stringify([response(questions[1], { responses: [2] })])}');
        return null;
      end $$;
    create trigger come_late after insert on responses for each row execute function come_late()`);
  await acceptLate();
  await story.database.pool.query('drop trigger come_late on responses');
  expect(await report()).toMatchObject({ received_late: true });
  expect(await score()).toBe(4);
  await acceptLate();
  expect(await report()).toMatchObject({ received_late: false });
  expect(await score()).toBe(8);
});

test('accepting without late answers is refused and changes nothing', async () => {
  const { finish } = await attempt(student, paper);
  await finish();
  const before = await digestOfTables(story.database);
  expect(await acceptLate()).toEqual({ said: 'There are no late answers of this student.', exit: 1 });
  expect(await digestOfTables(story.database)).toEqual(before);
});

test('late answers are accepted only once, and later answers of the same device are late again', async () => {
  const { upload, questions } = await attempt(student, paper);
  story.pass(afterTheEnd);
  await expect(upload([response(questions[0], { responses: [2] })])).rejects.toMatchObject(receivedLate);
  await acceptLate();
  expect(await acceptLate()).toMatchObject({ exit: 1 });
  await expect(upload([response(questions[0], { responses: [2] })])).rejects.toMatchObject(finished);
  await expect(upload([response(questions[0], { responses: [1], version: 3 })])).rejects.toMatchObject(receivedLate);
  expect(await report()).toMatchObject({ received_late: true });
  expect(await score()).toBe(4);
});

test('late uploads that arrived when the key was visible are listed as such, and accepted only if they are named', async () => {
  // Questions that no other paper contains, so that publishing shows their keys.
  const visible = await addPaper(story, 'late-visible', [fourOptions(27, 28, 29)], {
    closes_at: new Date(story.now.getTime() + 600_000).toISOString(),
  });
  student = await story.student({ institute: 'school' });
  const { upload, questions, session_id } = await attempt(student, visible);
  const late = (at: number) => upload([response(questions[at], { responses: [2] })]);
  story.pass(afterTheEnd);
  await expect(late(0)).rejects.toMatchObject(receivedLate);
  expect((await staff(story, 'publish', 'late-visible')).said).toMatch(/^Published; 1 students were notified\./);
  await expect(late(1)).rejects.toMatchObject(receivedLate);
  await expect(late(2)).rejects.toMatchObject(receivedLate);
  const { rows } = await story.database.pool.query<{ id: number; key_visible: boolean }>(
    'select id, key_visible from late_uploads where session_id = $1 order by id',
    [session_id],
  );
  expect(rows.map(({ key_visible }) => key_visible)).toEqual([false, true, true]);
  const [first, second, third] = rows.map(({ id }) => id);
  const { said } = await staff(story, 'status', 'late-visible');
  expect(said).toContain(`upload ${first} came ${story.now.toISOString()}, 1 questions\n`);
  expect(said).toContain(`upload ${second} came ${story.now.toISOString()}, 1 questions, when the key could be seen\n`);

  const phone = await phoneOf(story, student);
  const accept = (...words: string[]) => staff(story, 'accept-late', 'late-visible', '--phone', phone, ...words);
  const scored = async () => (await student.call(getReport, { id: visible })).report_data.at(-1)?.score;
  expect(await accept()).toMatchObject({ exit: 0 });
  expect(await scored()).toBe(4);
  expect(await accept()).toEqual({
    said: 'All late answers of this student came when the key could be seen. Name the uploads that count with --uploads.',
    exit: 1,
  });
  expect(await accept('--uploads', '99999')).toEqual({ said: 'This student has no late upload 99999.', exit: 1 });
  expect(await accept('--uploads', String(third))).toMatchObject({ exit: 0 });
  expect(await scored()).toBe(8);
});
