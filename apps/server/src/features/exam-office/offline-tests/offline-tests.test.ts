// Contents: before, during and after a test · sheets · marks · refusals
import { getNotifications } from '@abhyas/contract/institute/notifications';
import {
  cancelOfflineTest,
  createOfflineTest,
  getOfflineTestResponses,
  getOfflineTestSubjects,
  getSubjectsOfflineTest,
  giveOfflineTestMarks,
  updateAnswerSheetUrl,
  updateOfflineTestStudentResponseStatus,
} from '@abhyas/contract/exam-office/offline-tests';
import { beginUpload, FORM_BYTES, getSignedUrl, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import { MOST_FILE_BYTES } from '@abhyas/exam/institute/file-kinds';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { download, pdfOf, upload } from '../../../testing/files.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

type Person = Visitor & { id: number };

const story = tellStory();
let teacher: Person;
let student: Person;
let other: Person;
let room: Awaited<ReturnType<typeof makeClassroom>>;
/** A test of an hour, with half an hour to hand in, that begins in ten minutes. */
let test_id: number;
let rooms = 0;

beforeEach(async () => {
  teacher = await story.staff('school', 'teacher');
  student = await story.student({ institute: 'school' });
  other = await story.student({ institute: 'school' });
  room = await makeClassroom(story, 'school', `Room ${(rooms += 1)}`, [student.id]);
  ({ id: test_id } = await make());
});

const make = async (fields: object = {}) =>
  teacher.call(createOfflineTest, {
    name: 'Weekly test',
    subject_id: room.subject_id,
    start_date: new Date(story.now.getTime() + 600_000).toISOString(),
    duration: 60,
    upload_minutes: 30,
    total_mark: 100,
    question_file_url: await upload(teacher, getStaffSignedUrl, pdfOf(4)),
    classroom_ids: [room.classroom_id],
    ...fields,
  });

const seen = async (by: Person = student) => {
  const [found] = (await by.call(getSubjectsOfflineTest, { subject_id: room.subject_id })).subject_offline_test_list;
  if (!found) throw new Error('The test is not listed');
  return found;
};

const handIn = async (by: Person = student, file = pdfOf(2)) => {
  const { offline_test_student_response_id } = await seen(by);
  return by.call(updateAnswerSheetUrl, { file_url: await upload(by, getSignedUrl, file), offline_test_student_response_id });
};

const wish = async (status: 'QP_DOWNLOADED' | 'SUBMITTED' | 'NOT_STARTED' | 'MISSED') =>
  (
    await student.call(updateOfflineTestStudentResponseStatus, {
      offline_test_student_response_id: (await seen()).offline_test_student_response_id,
      status,
    })
  ).status;

test('a student sees the subjects and tests of their classrooms; other students see none', async () => {
  expect((await student.call(getOfflineTestSubjects, {})).offline_tests).toEqual([
    { id: room.subject_id, name: expect.any(String), test_count: 1, due_count: 0 },
  ]);
  expect(await seen()).toMatchObject({
    name: 'Weekly test',
    duration: 60,
    summary: { total_mark: 100 },
    response_summary: { marks: null },
    status: 'NOT_STARTED',
  });
  expect((await student.call(getNotifications, {})).notifications[0]).toMatchObject({ title: 'A new test on paper' });
  expect((await other.call(getOfflineTestSubjects, {})).offline_tests).toEqual([]);
  expect((await other.call(getSubjectsOfflineTest, { subject_id: room.subject_id })).subject_offline_test_list).toEqual([]);
});

test('the question paper is withheld before the start; opening it later sets the status QP Downloaded', async () => {
  const { rows } = await story.database.pool.query('select question_file_id as id from offline_tests where id = $1', [test_id]);
  const address = `/api/institutes/${rows[0].id}/get_file`;
  expect((await seen()).question_file_url).toBeNull();
  expect((await download(student, address)).statusCode).toBe(404);
  expect(await wish('QP_DOWNLOADED')).toBe('NOT_STARTED');
  story.pass(600);
  expect((await student.call(getOfflineTestSubjects, {})).offline_tests[0]?.due_count).toBe(1);
  expect((await seen()).question_file_url).toBe(address);
  expect((await download(other, address)).statusCode).toBe(404);
  expect((await download(student, address)).rawPayload).toEqual(pdfOf(4));
  expect((await seen()).status).toBe('QP_DOWNLOADED');
});

test('a status sent by a device never returns to an earlier one, and never hands in a missing sheet', async () => {
  story.pass(600);
  expect(await wish('SUBMITTED')).toBe('NOT_STARTED');
  expect(await wish('QP_DOWNLOADED')).toBe('QP_DOWNLOADED');
  await handIn();
  for (const status of ['NOT_STARTED', 'QP_DOWNLOADED', 'MISSED'] as const) expect(await wish(status)).toBe('SUBMITTED');
});

test('a sheet is handed in with a receipt; the same sheet again gets the same receipt', async () => {
  story.pass(600);
  const { offline_test_student_response_id } = await seen();
  const file_url = await upload(student, getSignedUrl, pdfOf(2));
  const first = await student.call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id });
  expect(first).toMatchObject({
    status: 'SUBMITTED',
    receipt: { pages: 2, bytes: pdfOf(2).length, is_late: false, versions: 1, received_at: story.now.toISOString() },
  });
  story.pass(60);
  expect(await student.call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id })).toEqual(first);
  expect(await seen()).toMatchObject({ status: 'SUBMITTED', file_url, receipt: first.receipt });
});

test('every version is stored; the newest in time counts, a late one is stored as late', async () => {
  story.pass(600);
  await handIn(student, pdfOf(1));
  story.pass(60);
  expect((await handIn(student, pdfOf(2))).receipt).toMatchObject({ pages: 2, versions: 2 });
  story.pass(5400);
  expect((await handIn(student, pdfOf(3))).receipt).toMatchObject({ pages: 2, versions: 3, is_late: false });
  const [row] = (await teacher.call(getOfflineTestResponses, { id: test_id })).responses;
  expect(row?.sheets.map(({ pages, is_late }) => [pages, is_late])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
});

test('a student who hands nothing in has missed the test, and may still hand in late', async () => {
  story.pass(600 + 5400);
  expect((await seen()).status).toBe('NOT_STARTED');
  story.pass(1);
  expect((await seen()).status).toBe('MISSED');
  expect(await handIn()).toMatchObject({ status: 'SUBMITTED', receipt: { is_late: true } });
  expect((await seen()).status).toBe('SUBMITTED');
});

test('the teacher opens the sheet, gives marks and returns it marked; the student is notified and opens it', async () => {
  story.pass(600);
  await handIn();
  const [row] = (await teacher.call(getOfflineTestResponses, { id: test_id })).responses;
  expect((await download(teacher, row?.sheets[0]?.file_url ?? '')).statusCode).toBe(200);
  const marked_file_url = await upload(teacher, getStaffSignedUrl, pdfOf(3));
  await teacher.call(giveOfflineTestMarks, { id: test_id, student_id: student.id, marks: 87.5, remark: 'Neat.', marked_file_url });
  expect(await seen()).toMatchObject({ response_summary: { marks: 87.5, remark: 'Neat.' }, marked_file_url });
  expect((await student.call(getNotifications, {})).notifications[0]).toMatchObject({ message: 'Weekly test: 87.5 of 100' });
  expect((await download(student, marked_file_url)).rawPayload).toEqual(pdfOf(3));
  expect((await download(other, marked_file_url)).statusCode).toBe(404);
  await teacher.call(giveOfflineTestMarks, { id: test_id, student_id: student.id, marks: 90 });
  expect(await seen()).toMatchObject({ response_summary: { marks: 90, remark: null }, marked_file_url });
  const { rows } = await story.database.pool.query(
    "select before, after from audit_log where what = 'offline_test.mark' and object_id = $1 order by id",
    [test_id],
  );
  expect(rows).toMatchObject([{ before: { marks: null } }, { before: { marks: 87.5 }, after: { marks: 90 } }]);
});

describe('refusals:', () => {
  test("a sheet is refused before the start, after marking, if it is a program, and for another student's response", async () => {
    await expect(handIn()).rejects.toMatchObject({ code: 'not_possible', message: 'This test has not begun yet.' });
    story.pass(600);
    await expect(handIn(student, Buffer.from('MZ'))).rejects.toMatchObject({ code: 'refused_file' });
    expect((await seen()).status).toBe('NOT_STARTED');
    const { offline_test_student_response_id } = await seen();
    const file_url = await upload(other, getSignedUrl);
    await expect(other.call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(student.call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await teacher.call(giveOfflineTestMarks, { id: test_id, student_id: student.id, marks: 0 });
    await expect(handIn()).rejects.toMatchObject({ message: 'This test is marked already. Ask your teacher.' });
  });

  test('a file cannot be handed in for two tests', async () => {
    await make({ name: 'Second test' });
    story.pass(600);
    const list = (await student.call(getSubjectsOfflineTest, { subject_id: room.subject_id })).subject_offline_test_list;
    const file_url = await upload(student, getSignedUrl);
    const [one, two] = list.map(({ offline_test_student_response_id }) => ({ file_url, offline_test_student_response_id }));
    if (!one || !two) throw new Error('Two tests are to be listed');
    await student.call(updateAnswerSheetUrl, one);
    await expect(student.call(updateAnswerSheetUrl, two)).rejects.toMatchObject({
      message: 'This file was handed in for another test. Choose it again.',
    });
  });

  test('marks are refused above the total, before the start, and for a person who does not take the test', async () => {
    const give = (marks: number, student_id = student.id) => teacher.call(giveOfflineTestMarks, { id: test_id, student_id, marks });
    await expect(give(1)).rejects.toMatchObject({ message: 'This test has not begun yet.' });
    story.pass(600);
    await expect(give(101)).rejects.toMatchObject({ message: 'The test has 100 marks.' });
    await expect(give(-1)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(give(1, other.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test("a test cannot have 0 or 10,000 minutes, be more than a year away, or be for another institute's classroom", async () => {
    for (const duration of [0, 10_000]) await expect(make({ duration })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(make({ start_date: '2029-01-01T00:00:00Z' })).rejects.toMatchObject({ message: 'Choose a time within a year of today.' });
    await expect(make({ start_date: '2027-02-30T00:00:00Z' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(make({ classroom_ids: [999_999] })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a test with a sheet cannot be cancelled; a cancelled test without sheets disappears', async () => {
    const { id } = await make({ name: 'Cancelled' });
    await teacher.call(cancelOfflineTest, { id });
    expect((await student.call(getSubjectsOfflineTest, { subject_id: room.subject_id })).subject_offline_test_list).toHaveLength(1);
    story.pass(600);
    await handIn();
    await expect(teacher.call(cancelOfflineTest, { id: test_id })).rejects.toMatchObject({
      message: 'A sheet was handed in for this test, so it cannot be cancelled.',
    });
  });
});

test('a person can upload a limited number of bytes a day, but the sheet of a running test is always accepted', async () => {
  const mostAnnounced = 40;
  for (let at = 0; at < mostAnnounced; at += 1) await student.call(beginUpload, { file_extension: 'pdf', bytes: MOST_FILE_BYTES });
  for (let at = 0; at < 12; at += 1) await student.call(getSignedUrl, { file_extension: 'pdf', bytes: FORM_BYTES });
  const refusal = {
    code: 'too_many_requests',
    message: 'You have sent the 4 GB of files that a day allows. Send more files from 05:30 on.',
  };
  await expect(student.call(getSignedUrl, { file_extension: 'pdf' })).rejects.toMatchObject(refusal);
  await expect(student.call(beginUpload, { file_extension: 'pdf', bytes: MOST_FILE_BYTES })).rejects.toMatchObject(refusal);
  await other.call(getSignedUrl, { file_extension: 'pdf' });
  story.pass(600);
  await handIn();
  await handIn();
});
