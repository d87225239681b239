import { logout } from '@abhyas/contract/institute/identity';
import { call, forgetTagged } from '../../platform/call.ts';
import { deviceStore, type KeptRecord } from '../../platform/device-store.ts';
import { clearKeptAnswers } from '../../platform/kept-answers.ts';
import { queryClient } from '../../platform/queries.ts';
import { clearPictures } from '../../platform/service-worker.ts';
import { clearDrafts } from '../../platform/upload-drafts.ts';
import { rememberUser } from '../../platform/user.ts';
import { canSeal, downloadAnswers } from '../../session/engine/answer-file.ts';
import { hasUnsentAnswers, stateOf } from '../../session/engine/device-record.ts';
import { forgetKeptTopics } from '../../session/kept-topics.ts';
import { sendKept } from './unsent-answers.ts';

/** What a session has not sent to the server. A test can be saved as an answer file, sealed by its key. */
export interface UnsentRecord {
  record: KeptRecord;
  sealKey: string | null;
}

/** Sends what the device has not sent of this student; answers what is left, which would be lost with a logout. */
export async function sendBeforeLeaving(student_id: number): Promise<UnsentRecord[]> {
  await sendKept(student_id);
  const records = (await deviceStore.listOf(student_id)).filter(hasUnsentAnswers);
  return Promise.all(
    records.map(async (record) => {
      const paper = (await deviceStore.paperOf(student_id, record.session_id)) as { seal_key?: string | null } | null;
      return { record, sealKey: (canSeal() && paper?.seal_key) || null };
    }),
  );
}

/** Saves each unsent test as a file. */
export async function saveAnswerFiles(unsent: readonly UnsentRecord[]): Promise<void> {
  for (const { record, sealKey } of unsent) if (sealKey !== null) await downloadAnswers(stateOf(record, 'test'), sealKey);
}

/** Ends the sign-in and clears what the device holds. Throws when the server cannot be reached: the cookie would live on. */
export async function leaveForGood(): Promise<void> {
  await call(logout, {});
  // Before the device is cleared: else the bell may ask meanwhile, without a sign-in.
  rememberUser(null);
  queryClient.clear();
  forgetTagged();
  forgetKeptTopics();
  await Promise.all([deviceStore.clearAll(), clearKeptAnswers(), clearPictures(), clearDrafts()]);
}
