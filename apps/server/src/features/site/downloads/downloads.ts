import { Problem } from '@abhyas/contract/problem';
import { hasRight } from '@abhyas/contract/institute/rights';
import { type Context, type Person, requireRight } from '../../../context.ts';
import type { Redirect } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { isFileOfImport } from '../../bank/question-imports/question-imports.ts';
import { mayOpen } from '../../exam-office/offline-tests/offline-tests.ts';
import { isFileSharedWith } from '../../classes/shared-files/shared-files.ts';
import { isFileOfAnswer } from '../../practice/doubts/doubts.ts';
import { isPhotoOfStudent } from '../../institute/candidates/candidates.ts';
import { findFile, leadToFile } from '../../institute/stored-files/stored-files.ts';

/**
 * Whether a file is open to the person. To a student: a shared file, the question paper of a test that has begun, their own marked sheet, a
 * part of an answer to a doubt. To staff: photographs of candidates, and with the right for files every other one but imports.
 */
async function isOpenTo(context: Context, person: Person, id: number): Promise<boolean> {
  const { membership } = person;
  if (membership?.role !== 'student') {
    if (hasRight(membership?.role ?? null, 'hall.read') && (await isPhotoOfStudent(context, person, id))) {
      requireRight(person, 'hall.read');
      return true;
    }
    if (!hasRight(membership?.role ?? null, 'files.manage')) return false;
    requireRight(person, 'files.manage');
    // A file of questions contains keys, some of which the bank may withhold by now.
    return !(await isFileOfImport(context, id));
  }
  return (await isFileSharedWith(context, person.id, id)) || (await mayOpen(context, person, id)) || isFileOfAnswer(context, person, id);
}

/**
 * The address of a file of the institute in use: the person's own, or one that is open to them. Throws `not_found` for any other file, and
 * `second_factor_needed` for staff before the second factor.
 */
export async function download(context: Context, storage: Storage, person: Person, id: number): Promise<Redirect> {
  const file = person.institute_id === null ? undefined : await findFile(context, person.institute_id, id);
  const isOwn = file?.user_id === person.id;
  if (isOwn && hasRight(person.membership?.role ?? null, 'console.enter')) requireRight(person, 'console.enter');
  if (!file || (!isOwn && !(await isOpenTo(context, person, id)))) throw new Problem('not_found');
  return leadToFile(context, storage, file);
}
