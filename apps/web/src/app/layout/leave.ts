import { logout } from '@abhyas/contract/identity';
import { call } from '../../platform/call.ts';
import { deviceStore, type KeptRecord } from '../../platform/device-store.ts';
import { queryClient } from '../../platform/queries.ts';
import { clearPictures } from '../../platform/service-worker.ts';
import { rememberUser } from '../../platform/user.ts';
import { canSeal, downloadAnswers } from '../../session/answer-file.ts';
import { isOwing, stateOf } from '../../session/device-record.ts';
import { sendKept } from './owed.ts';

/** What a session still owes to the server. A test can be saved as an answer file, sealed by its key. */
export interface Owed {
  record: KeptRecord;
  sealKey: string | null;
}

/** Sends what the device still owes of this student; answers what is left, which would be lost with a logout. */
export async function sendBeforeLeaving(student_id: number): Promise<Owed[]> {
  await sendKept(student_id);
  const records = (await deviceStore.listOf(student_id)).filter(isOwing);
  return Promise.all(
    records.map(async (record) => {
      const paper = (await deviceStore.paperOf(student_id, record.session_id)) as { seal_key?: string | null } | null;
      return { record, sealKey: (canSeal() && paper?.seal_key) || null };
    }),
  );
}

/** Saves each test that is owed as a file. */
export async function saveAnswerFiles(owed: readonly Owed[]): Promise<void> {
  for (const { record, sealKey } of owed) if (sealKey !== null) await downloadAnswers(stateOf(record, 'test'), sealKey);
}

/** Ends the sign-in and clears what the device holds. Throws when the server cannot be reached: the cookie would live on. */
export async function leaveForGood(): Promise<void> {
  await call(logout, {});
  // Before the device is cleared: else the bell may ask meanwhile, without a sign-in.
  rememberUser(null);
  queryClient.clear();
  await Promise.all([deviceStore.clearAll(), clearPictures()]);
}
