// Contents: tests as the staff see them · making and cancelling · sheets and marks
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import type {
  createOfflineTest,
  getOfflineTestResponses,
  getOfflineTests,
  giveOfflineTestMarks,
} from '@abhyas/contract/exam-office/offline-tests';
import { Problem } from '@abhyas/contract/problem';
import { sharedFileExtensions } from '@abhyas/exam/institute/file-kinds';
import { shownStatus } from '@abhyas/exam/exam-office/offline-test';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { findClassrooms, findSubjects, requireClassrooms, requireSubject } from '../../classes/shared-files/shared-files.ts';
import { fileUrlOf, recordFile } from '../../institute/stored-files/stored-files.ts';
import { offlineTimesOf } from './offline-tests.ts';
import * as store from './offline-tests.store.ts';

const yearMs = 366 * 86_400_000;

function shown({ starts_at, duration_seconds, upload_seconds, question_file_id, ...row }: store.StaffTestRow) {
  return {
    ...row,
    start_date: starts_at.toISOString(),
    duration: Math.round(duration_seconds / 60),
    submit_until: new Date(offlineTimesOf({ starts_at, duration_seconds, upload_seconds }).submitUntil).toISOString(),
    question_file_url: question_file_id === null ? null : fileUrlOf(question_file_id),
  };
}

/** Tests on paper of the institute, with the subjects and classrooms for another test. */
export async function testsOfInstitute(context: StaffContext): Promise<Answer<typeof getOfflineTests>> {
  const { institute_id } = context.actor;
  return {
    offline_tests: (await store.findTests(context, institute_id)).map(shown),
    subjects: await findSubjects(context, institute_id),
    classrooms: await findClassrooms(context, institute_id),
  };
}

async function testOf(context: StaffContext, id: number): Promise<store.StaffTestRow> {
  const test = await store.findTest(context, context.actor.institute_id, id);
  if (!test) throw new Problem('not_found');
  return test;
}

/** Creates a test for classrooms, whose students are notified. Throws `not_found`, `not_possible`, and the errors of recording a file. */
export async function makeTest(context: StaffCallContext, storage: Storage, input: Input<typeof createOfflineTest>) {
  const { institute_id } = context.actor;
  const classroom_ids = await requireClassrooms(context, input.classroom_ids);
  await requireSubject(context, input.subject_id);
  const starts_at = new Date(input.start_date);
  if (Math.abs(starts_at.getTime() - context.now.getTime()) > yearMs)
    throw new Problem('not_possible', 'Choose a time within a year of today.');
  const paper =
    input.question_file_url === undefined
      ? null
      : await recordFile(context, storage, context.caller, input.question_file_url, sharedFileExtensions);
  return inTransaction(context, async (within) => {
    const test = {
      name: input.name,
      subject_id: input.subject_id,
      starts_at,
      duration_seconds: input.duration * 60,
      upload_seconds: input.upload_minutes * 60,
      total_mark: input.total_mark,
      question_file_id: paper?.id ?? null,
    };
    const id = await store.insertTest(
      within,
      { ...test, institute_id, created_by: context.caller.id, created_at: within.now },
      classroom_ids,
    );
    const students = await store.findStudents(within, id);
    await notify(
      within,
      students.map(({ student_id }) => student_id),
      {
        type: 'OfflineTestNotification',
        title: say`A new test on paper`,
        message: input.name,
        url: `/offline_tests?subject_id=${input.subject_id}`,
      },
    );
    await writeAudit(within, {
      what: 'offline_test.create',
      object_type: 'offline_test',
      object_id: id,
      after: { ...test, classroom_ids },
    });
    return { success: true as const, id };
  });
}

/** Cancels a test. Throws `not_found`, and `not_possible` once a sheet was handed in. */
export async function cancelTest(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const test = await testOf(within, id);
    if (test.submitted_count > 0) throw new Problem('not_possible', 'A sheet was handed in for this test, so it cannot be cancelled.');
    await store.cancelTest(within, id);
    await writeAudit(within, { what: 'offline_test.cancel', object_type: 'offline_test', object_id: id, before: { name: test.name } });
    return { success: true as const };
  });
}

/** Every student of a test with all sheets and the marks. Throws `not_found`. */
export async function responsesOf(context: StaffContext, id: number): Promise<Answer<typeof getOfflineTestResponses>> {
  const test = await testOf(context, id);
  const sheets = groupRows(await store.findSheetsOfTest(context, id), ({ student_id }) => student_id);
  const students = await store.findStudents(context, id);
  return {
    offline_test: shown(test),
    responses: students.map(({ student_id, student_name, status, marks, remark, marked_file_id }) => ({
      student_id,
      student_name,
      status: shownStatus(status, offlineTimesOf(test), context.now.getTime()),
      sheets: (sheets.get(student_id) ?? []).map(({ stored_file_id, received_at, bytes, pages, is_late }) => ({
        file_url: fileUrlOf(stored_file_id),
        received_at: received_at.toISOString(),
        bytes,
        pages,
        is_late,
      })),
      marks,
      remark,
      marked_file_url: marked_file_id === null ? null : fileUrlOf(marked_file_id),
    })),
  };
}

/** Gives marks, with a marked sheet if one is sent; the student is notified. Throws `not_found`, `not_possible`. */
export async function giveMarks(context: StaffCallContext, storage: Storage, input: Input<typeof giveOfflineTestMarks>) {
  const test = await testOf(context, input.id);
  const [student] = await store.findStudents(context, input.id, input.student_id);
  if (!student) throw new Problem('not_found');
  if (input.marks > test.total_mark) throw new Problem('not_possible', `The test has ${test.total_mark} marks.`);
  if (context.now < test.starts_at) throw new Problem('not_possible', 'This test has not begun yet.');
  const sheet =
    input.marked_file_url === undefined
      ? null
      : await recordFile(context, storage, context.caller, input.marked_file_url, sharedFileExtensions);
  return inTransaction(context, async (within) => {
    const marks = {
      marks: input.marks,
      remark: input.remark || null,
      marked_file_id: sheet?.id ?? student.marked_file_id,
    };
    await store.upsertMarks(within, { ...marks, student_id: input.student_id, offline_test_id: test.id, marked_by: context.caller.id });
    await notify(within, [input.student_id], {
      type: 'OfflineTestMarkedNotification',
      title: say`Your test is marked`,
      message: say`${test.name}: ${input.marks} of ${test.total_mark}`,
      url: `/offline_tests?subject_id=${test.subject_id}`,
    });
    await writeAudit(within, {
      what: 'offline_test.mark',
      object_type: 'offline_test',
      object_id: test.id,
      before: { student: input.student_id, marks: student.marks, remark: student.remark, marked_file_id: student.marked_file_id },
      after: { student: input.student_id, ...marks },
    });
    return { success: true as const };
  });
}
