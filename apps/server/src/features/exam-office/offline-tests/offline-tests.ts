// Contents: a test as its student sees it · lists · the status · handing in · opening files
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { getOfflineTestSubjects, getSubjectsOfflineTest, updateAnswerSheetUrl } from '@abhyas/contract/exam-office/offline-tests';
import { Problem } from '@abhyas/contract/problem';
import { answerSheetExtensions } from '@abhyas/exam/institute/file-kinds';
import { countedSheet, type OfflineTestTimes, offlineTestTimes, shownStatus, statusAfterWish } from '@abhyas/exam/exam-office/offline-test';
import type { Context, Person, Student, StudentContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { findSubjects } from '../../classes/shared-files/shared-files.ts';
import { fileUrlOf, recordFile } from '../../institute/stored-files/stored-files.ts';
import * as store from './offline-tests.store.ts';

export { giveMarksTogether, namesOfTests } from './marks-together.ts';

export const offlineTimesOf = (row: { starts_at: Date; duration_seconds: number; upload_seconds: number }): OfflineTestTimes =>
  offlineTestTimes(row.starts_at.getTime(), row.duration_seconds, row.upload_seconds);

const urlOf = (id: number | null) => (id === null ? null : fileUrlOf(id));

/** The sheet that counts, with the fields of the student's receipt. */
function receiptOf(sheets: readonly store.SheetRow[]) {
  const counted = countedSheet(sheets.map((sheet) => ({ sheet, receivedAt: sheet.received_at.getTime(), isLate: sheet.is_late })))?.sheet;
  if (!counted) return null;
  return {
    file_id: counted.stored_file_id,
    receipt: {
      received_at: counted.received_at.toISOString(),
      bytes: counted.bytes,
      pages: counted.pages,
      sha256: counted.sha256.toString('hex'),
      is_late: counted.is_late,
      versions: sheets.length,
    },
  };
}

function shown(row: store.ResponseRow, sheets: readonly store.SheetRow[], now: Date) {
  const times = offlineTimesOf(row);
  const counted = receiptOf(sheets);
  return {
    id: row.offline_test_id,
    name: row.name,
    start_date: row.starts_at.toISOString(),
    duration: Math.round(row.duration_seconds / 60),
    submit_until: new Date(times.submitUntil).toISOString(),
    summary: { total_mark: row.total_mark },
    response_summary: { marks: row.marks, remark: row.remark },
    status: shownStatus(row.status, times, now.getTime()),
    question_file_url: now >= row.starts_at ? urlOf(row.question_file_id) : null,
    file_url: urlOf(counted?.file_id ?? null),
    marked_file_url: urlOf(row.marked_file_id),
    receipt: counted?.receipt ?? null,
    offline_test_student_response_id: row.id,
  };
}

/** Subjects in which the student has tests on paper. Throws `not_allowed`. */
export async function subjectsOf(context: Context, student: Student): Promise<Answer<typeof getOfflineTestSubjects>> {
  return { offline_tests: await store.countBySubject(context, instituteOfMember(student), student.id) };
}

/** Tests on paper whose sheet the student may hand in now. Throws `not_allowed`. */
export async function dueSheets(context: Context, student: Student) {
  const rows = await store.findDue(context, instituteOfMember(student), student.id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    subject_id: row.subject_id,
    submit_until: new Date(offlineTimesOf(row).submitUntil).toISOString(),
  }));
}

/** Whether the person has a test that has begun and whose time to hand in is not over, with or without a sheet. */
export async function isSheetAwaited(context: Context, { id, institute_id }: Person): Promise<boolean> {
  return institute_id !== null && (await store.hasRunning(context, institute_id, id));
}

/** The student's tests of a subject. Throws `not_found` for a subject of another institute. */
export async function testsOf(context: Context, student: Student, subject_id: number): Promise<Answer<typeof getSubjectsOfflineTest>> {
  const institute_id = instituteOfMember(student);
  const subject = (await findSubjects(context, institute_id)).find(({ id }) => id === subject_id);
  if (!subject) throw new Problem('not_found');
  await store.insertMissingResponses(context, institute_id, student.id, subject_id);
  const rows = await store.findResponses(context, institute_id, student.id, subject_id);
  const sheets = await store.findSheets(
    context,
    student.id,
    rows.map(({ id }) => id),
  );
  return {
    subject_name: subject.name,
    subject_offline_test_list: rows.map((row) => shown(row, sheets.get(row.id) ?? [], context.now)),
  };
}

async function ownResponse(context: Context, student: Student, id: number): Promise<store.ResponseRow> {
  const row = await store.findResponse(context, instituteOfMember(student), student.id, id);
  if (!row) throw new Problem('not_found');
  return row;
}

/** Sets the status that a device sends, as far as the stored facts allow it. Throws `not_found`. */
export async function wishStatus(context: Context, student: Student, id: number, wished: string) {
  return inTransaction(context, async (within) => {
    await store.lockResponse(within, student.id, id);
    const row = await ownResponse(within, student, id);
    const status = statusAfterWish(row.status, wished, offlineTimesOf(row), within.now.getTime());
    if (status !== row.status) await store.updateResponse(within, student.id, id, { status, downloaded_at: within.now });
    return { success: true as const, status: shownStatus(status, offlineTimesOf(row), within.now.getTime()) };
  });
}

function refuseUnlessOpen(row: store.ResponseRow, now: Date): void {
  if (now < row.starts_at) throw new Problem('not_possible', say`This test has not begun yet.`);
  if (row.marks !== null) throw new Problem('not_possible', say`This test is marked already. Ask your teacher.`);
}

/**
 * Hands in an uploaded sheet and returns its receipt; the same sheet again gets the same receipt. A late sheet is stored and marked as
 * late.
 */
export async function handIn(
  context: StudentContext,
  storage: Storage,
  { file_url, offline_test_student_response_id: id }: Input<typeof updateAnswerSheetUrl>,
): Promise<Answer<typeof updateAnswerSheetUrl>> {
  const { student } = context;
  refuseUnlessOpen(await ownResponse(context, student, id), context.now);
  // Recording reads the whole file, so it runs before the transaction, for which another device may wait.
  const file = await recordFile(context, storage, student, file_url, answerSheetExtensions);
  return inTransaction(context, async (within) => {
    await store.lockResponse(within, student.id, id);
    const row = await ownResponse(within, student, id);
    refuseUnlessOpen(row, within.now);
    if (await store.isOfAnotherTest(within, student.id, id, file.id))
      throw new Problem('not_possible', say`This file was handed in for another test. Choose it again.`);
    const is_late = within.now.getTime() > offlineTimesOf(row).submitUntil;
    await store.insertSheet(within, { student_id: student.id, response_id: id, stored_file_id: file.id, received_at: within.now, is_late });
    await store.updateResponse(within, student.id, id, { status: 'SUBMITTED', submitted_at: within.now });
    const sheets = (await store.findSheets(within, student.id, [id])).get(id) ?? [];
    const counted = receiptOf(sheets);
    if (!counted) throw new Error('The sheet was stored and is not found');
    return { success: true as const, status: 'SUBMITTED' as const, receipt: counted.receipt };
  });
}

/**
 * Whether a student may open a file, as the question paper of a test that has begun or as their own marked sheet. Records that a question
 * paper was opened.
 */
export async function mayOpen(context: Context, student: Student, stored_file_id: number): Promise<boolean> {
  if (student.institute_id === null) return false;
  if (await store.isMarkedSheetOf(context, student.id, stored_file_id)) return true;
  const tests = await store.findTestsOfPaper(context, student.institute_id, student.id, stored_file_id);
  if (tests.length > 0) await store.markDownloaded(context, student.id, tests);
  return tests.length > 0;
}
