import { say } from '@abhyas/exam/institute/sentence';
import { randomInt } from 'node:crypto';
import { DELETION_DAYS } from '@abhyas/contract/site/privacy';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { keptKeyOf, type Storage } from '../../../integrations/storage/storage.ts';
import type { SentJob } from '../../../jobs/job.ts';
import { sendJob } from '../../../jobs/send-job.ts';
import { deletedNumbers, type Keys, personAgain, requireFreshCode, shownUser } from '../../institute/identity/identity.ts';
import * as store from './deletion.store.ts';
import { phoneOf } from './export.ts';

const dayMs = 86_400_000;
const mostAtOnce = 500;

const userAgain = async (context: SignedInContext) => shownUser(await personAgain(context, context.caller));

/** Throws `not_possible` for an institute's only owner. */
export async function requireOtherOwners(context: Context, user_id: number): Promise<void> {
  if (await store.isOnlyOwner(context, user_id))
    throw new Problem('not_possible', say`An institute needs at least one owner. Make somebody else an owner first.`);
}

/** Schedules the deletion of the account in seven days. A second request starts the seven days again. */
export async function askForDeletion(context: SignedInContext, keys: Keys, code: { otp: string; request_id?: string }) {
  const { id } = context.caller;
  await requireOtherOwners(context, id);
  await requireFreshCode(context, keys, phoneOf(context), code);
  await store.setDue(context, id, new Date(context.now.getTime() + DELETION_DAYS * dayMs));
  return { success: true as const, user: await userAgain(context) };
}

export async function keepAccount(context: SignedInContext) {
  await store.setDue(context, context.caller.id, null);
  return { success: true as const, user: await userAgain(context) };
}

/** The most files that one job removes, because it keeps a database connection while it waits for the storage. */
const filesAtOnce = 50;

/** Deletes the account if it is due and not an institute's only owner. False if it stays. */
export async function deleteAccount(context: Context, user_id: number, removeFiles: SentJob<RemovedFiles>): Promise<boolean> {
  return inTransaction(context, async (within) => {
    await store.lockOwners(within, user_id);
    // A concurrent cancellation waits for this lock or gets it first; in the latter case nothing is removed.
    if (!(await store.lockDue(within, user_id)) || (await store.isOnlyOwner(within, user_id))) return false;
    const files = await store.findFilesToRemove(within, user_id);
    await store.replaceBy(within, randomInt(deletedNumbers.least, deletedNumbers.most), user_id);
    for (let at = 0; at < files.length; at += filesAtOnce) await sendJob(within, removeFiles, { files: files.slice(at, at + filesAtOnce) });
    return true;
  });
}

/** Files of a deleted account, which no row names any more. */
export interface RemovedFiles {
  files: readonly store.RemovedFile[];
}

/** Removes files of a deleted account from the storage, under their present and later keys, with the parts of unfinished uploads. */
async function removeFilesOf(storage: Storage, { files }: RemovedFiles): Promise<void> {
  for (const { key, upload_id } of files) {
    if (upload_id !== null) await storage.abortParts(key, upload_id);
    await storage.remove(key);
    await storage.remove(keptKeyOf(key));
  }
}

/** Removes, after the commit of a deletion, the files of the account. It is tried again for a day while the storage is unavailable. */
export const removeFilesJob = (storage: Storage): SentJob<RemovedFiles> => ({
  name: 'remove-files-of-account',
  pollSeconds: 60,
  retryLimit: 96,
  retrySeconds: 900,
  expireSeconds: 600,
  work: (_context, files) => removeFilesOf(storage, files),
});

/**
 * Deletes the accounts that are due. An account whose person has become an institute's only owner waits until there is another owner. A
 * failed deletion does not block others; throws the failures at the end.
 */
export async function deleteDueAccounts(context: Context, removeFiles: SentJob<RemovedFiles>): Promise<void> {
  const failures: unknown[] = [];
  for (const user_id of await store.findDue(context, mostAtOnce))
    await deleteAccount(context, user_id, removeFiles).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`);
}
