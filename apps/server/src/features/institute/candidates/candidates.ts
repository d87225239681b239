import { say } from '@abhyas/exam/institute/sentence';
import { PHOTO_BYTES } from '@abhyas/contract/institute/candidates';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Person, StudentContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { fileUrlOf, recordPhoto, removeFiles } from '../stored-files/stored-files.ts';
import * as store from './candidates.store.ts';

/** The student's roll number and photograph in the institute in use. */
export async function candidateOf(context: Context, { membership }: Person) {
  if (!membership) return { roll_number: null, photo_url: null, can_have_photo: false };
  const { roll_number, photo_id } = await store.findCandidate(context, membership.id);
  return { roll_number, photo_url: photo_id === null ? null : fileUrlOf(photo_id), can_have_photo: true };
}

/** Uses an uploaded photograph, and deletes the earlier one. Throws `not_possible` without an institute, and the errors of `recordPhoto`. */
export async function setPhotoOf(context: StudentContext, storage: Storage, photo_url: string) {
  const { student } = context;
  const { membership } = student;
  if (!membership) throw new Problem('not_possible', say`Only students of an institute have a photograph here.`);
  const present = await store.findCandidate(context, membership.id);
  if (present.photo_id !== null && fileUrlOf(present.photo_id) === photo_url) return candidateOf(context, student);
  const photo_id = await recordPhoto(context, storage, student, photo_url, PHOTO_BYTES);
  const earlier = await inTransaction(context, (within) => store.replacePhoto(within, membership.id, photo_id));
  if (earlier !== null) await removeFiles(context, storage, [earlier], context.report);
  return candidateOf(context, student);
}

export async function removePhotoOf(context: StudentContext, storage: Storage) {
  const { membership } = context.student;
  const earlier = membership && (await inTransaction(context, (within) => store.replacePhoto(within, membership.id, null)));
  if (earlier !== null) await removeFiles(context, storage, [earlier], context.report);
  return { success: true as const };
}

/** Whether the file is a photograph of a present student of the person's institute. */
export const isPhotoOfStudent = async (context: Context, { institute_id }: Person, file_id: number): Promise<boolean> =>
  institute_id !== null && store.isPhoto(context, institute_id, file_id);
