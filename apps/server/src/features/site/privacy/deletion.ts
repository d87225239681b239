import { randomInt } from 'node:crypto';
import { DELETION_DAYS } from '@abhyas/contract/site/privacy';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { type Keys, personAgain, requireFreshCode, shownUser } from '../../institute/identity/identity.ts';
import * as store from './deletion.store.ts';
import { phoneOf } from './export.ts';

const dayMs = 86_400_000;
const mostAtOnce = 500;
/** Numbers of those who are gone lie far above those that the database hands out. */
const [leastNumber, mostNumber] = [2 ** 46, 2 ** 47];

const userAgain = async (context: SignedInContext) => shownUser(await personAgain(context, context.caller));

/** Throws `not_possible` for an institute's only owner. */
async function requireOtherOwners(context: Context, user_id: number): Promise<void> {
  if (await store.isOnlyOwner(context, user_id))
    throw new Problem('not_possible', 'An institute keeps one owner at least. Make somebody else an owner first.');
}

/** Has the account deleted in seven days. Asked again, the seven days begin again. */
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

async function deleteAccount(context: Context, storage: Storage, user_id: number): Promise<void> {
  if (await store.isOnlyOwner(context, user_id)) return;
  // Before the rows that name them: what fails here is tried again the next day.
  for (const key of await store.findFilesToRemove(context, user_id)) await storage.remove(key);
  await inTransaction(context, async (within) => {
    if (await store.lockDue(within, user_id)) await store.replaceBy(within, randomInt(leastNumber, mostNumber), user_id);
  });
}

/**
 * Deletes the accounts whose days are over. One whose person has become an institute's only owner waits until there is another. What cannot
 * be deleted keeps no other account; throws at the end what failed.
 */
export async function deleteDueAccounts(context: Context, storage: Storage): Promise<void> {
  const failures: unknown[] = [];
  for (const user_id of await store.findDue(context, mostAtOnce))
    await deleteAccount(context, storage, user_id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be deleted`);
}
