// Contents: files as they are shown · a student's folders · the staff's list · sharing and withdrawing
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { COMMON_SUBJECT, type getFilesSharedWithStudent, type getSharedFiles, type shareFile } from '@abhyas/contract/classes/shared-files';
import { sharedFileExtensions } from '@abhyas/exam/institute/file-kinds';
import type { Context, StaffCallContext, StaffContext, Student } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { fileUrlOf, recordFile } from '../../institute/stored-files/stored-files.ts';
import * as store from './shared-files.store.ts';

/** The most files in a list; older ones are reached through their class. */
const mostListed = 2000;
/** How long a file is new on the home page. */
const newForMs = 3 * 86_400_000;
const classDaysMs = 14 * 86_400_000;
const common = { id: COMMON_SUBJECT, name: 'Common', code: null };

const shown = (row: store.SharedRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  file_url: fileUrlOf(row.stored_file_id),
  extension: row.extension,
  bytes: row.bytes,
  module: row.module,
  lecture: row.lecture,
  shared_date: row.shared_at.toISOString(),
  teacher_name: row.teacher_name,
});

/** Files of the student's classrooms, by subject and by class. Throws `not_allowed`. */
export async function filesOfStudent(context: Context, student: Student): Promise<Answer<typeof getFilesSharedWithStudent>> {
  const institute_id = instituteOfMember(student);
  const rows = await store.findForStudent(context, institute_id, student.id, mostListed);
  const subjects = [...(await store.findSubjects(context, institute_id)), common];
  const bySubject = groupRows(rows, ({ subject_id }) => subject_id ?? COMMON_SUBJECT);
  const byMeeting = groupRows(
    rows.filter(({ meeting_id }) => meeting_id !== null),
    ({ meeting_id }) => meeting_id ?? 0,
  );
  return {
    subjects,
    subject_files_mapping: subjects.map(({ id }) => ({ subject_id: id, files: (bySubject.get(id) ?? []).map(shown) })),
    virtual_meeting_files_mapping: [...byMeeting].map(([virtual_meeting_id, files]) => ({
      virtual_meeting_id,
      title: files[0]?.meeting_title ?? '',
      files: files.map(shown),
    })),
  };
}

/** Files of the last three days that are shared with the student. Throws `not_allowed`. */
export const newFiles = (context: Context, student: Student) =>
  store.countSince(context, instituteOfMember(student), student.id, new Date(context.now.getTime() - newForMs));

/** The files that the institute shares, with the subjects, classrooms and classes that another file can get. */
export async function filesOfInstitute(context: StaffContext): Promise<Answer<typeof getSharedFiles>> {
  const { institute_id } = context.actor;
  const rows = await store.findOfInstitute(context, institute_id, mostListed);
  const [from, to] = [new Date(context.now.getTime() - classDaysMs), new Date(context.now.getTime() + classDaysMs)];
  const classes = await store.findClasses(context, institute_id, from, to);
  return {
    files: rows.map((row) => ({
      ...shown(row),
      subject_id: row.subject_id ?? COMMON_SUBJECT,
      subject_name: row.subject_name ?? common.name,
      virtual_meeting_id: row.meeting_id,
      classrooms: row.classrooms,
    })),
    subjects: [...(await store.findSubjects(context, institute_id)), common],
    classrooms: await store.findClassrooms(context, institute_id),
    classes: classes.map(({ starts_at, ...each }) => ({ ...each, start_time: starts_at.toISOString() })),
  };
}

/** Classrooms of the institute by their ids, each once. Throws `not_found` unless all belong to the institute and are in use. */
export async function requireClassrooms(context: StaffContext, ids: readonly number[]): Promise<number[]> {
  const known = new Set((await store.findClassrooms(context, context.actor.institute_id)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw new Problem('not_found');
  return [...new Set(ids)];
}

/** Throws `not_found` unless the subject belongs to the institute. */
export async function requireSubject(context: StaffContext, id: number): Promise<void> {
  const subjects = await store.findSubjects(context, context.actor.institute_id);
  if (!subjects.some((subject) => subject.id === id)) throw new Problem('not_found');
}

/** The page on which a student finds a file. */
function pageOf(meeting_id: number | null, subject_id: number | null): string {
  if (meeting_id !== null) return `/institute_files/virtual_meeting/${meeting_id}`;
  return subject_id === null ? '/institute_files/common' : `/institute_files/subject/${subject_id}`;
}

/** Shares an uploaded file with classrooms, whose students are notified. Throws `not_found`, and the errors of recording a file. */
export async function share(
  context: StaffCallContext,
  storage: Storage,
  input: Input<typeof shareFile>,
): Promise<{ success: true; id: number }> {
  const { institute_id } = context.actor;
  const classroom_ids = await requireClassrooms(context, input.classroom_ids);
  if (input.subject_id !== COMMON_SUBJECT) await requireSubject(context, input.subject_id);
  const meeting_id = input.virtual_meeting_id ?? null;
  if (meeting_id !== null && !(await store.hasMeeting(context, institute_id, meeting_id))) throw new Problem('not_found');
  const file = await recordFile(context, storage, context.caller, input.file_url, sharedFileExtensions);
  return inTransaction(context, async (within) => {
    const shared = {
      subject_id: input.subject_id === COMMON_SUBJECT ? null : input.subject_id,
      meeting_id,
      stored_file_id: file.id,
      title: input.title,
      description: input.description ?? null,
      module: input.module ?? null,
      lecture: input.lecture ?? null,
    };
    const id = await store.insertShared(
      within,
      { ...shared, institute_id, shared_by: context.caller.id, shared_at: within.now },
      classroom_ids,
    );
    await notify(within, await store.findMembers(within, classroom_ids), {
      type: 'FileSharedNotification',
      title: say`A new file`,
      message: input.title,
      url: pageOf(meeting_id, shared.subject_id),
    });
    await writeAudit(within, { what: 'file.share', object_type: 'shared_file', object_id: id, after: { ...shared, classroom_ids } });
    return { success: true as const, id };
  });
}

/** Takes a shared file back: it is no longer listed or downloaded. Throws `not_found`. */
export async function takeBack(context: StaffContext, id: number): Promise<{ success: true }> {
  return inTransaction(context, async (within) => {
    if (!(await store.markRemoved(within, within.actor.institute_id, id))) throw new Problem('not_found');
    await writeAudit(within, { what: 'file.take_back', object_type: 'shared_file', object_id: id });
    return { success: true as const };
  });
}

export const { findClassrooms, findSubjects, isFileSharedWith } = store;
