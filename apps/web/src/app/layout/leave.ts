import { logout } from '@abhyas/contract/institute/identity';
import { call, forgetTagged } from '../../platform/call.ts';
import { deviceStore, type KeptRecord } from '../../platform/device-store.ts';
import { clearTranslations } from '../../question/translation-store.ts';
import { clearKeptAnswers } from '../../platform/kept-answers.ts';
import { forgetFirstSteps } from '../../platform/first-steps.ts';
import { forgetKeptDrafts } from '../../platform/kept-drafts.ts';
import { queryClient } from '../../platform/queries.ts';
import { clearPictures } from '../../platform/service-worker.ts';
import { clearScratchpads } from '../../platform/scratchpads.ts';
import { clearDrafts } from '../../platform/upload-drafts.ts';
import { rememberUser } from '../../platform/user.ts';
import { canSeal, downloadAnswers } from '../../session/engine/answer-file.ts';
import { hasUnsentAnswers, stateOf } from '../../session/engine/device-record.ts';
import { forgetKeptTopics } from '../../session/kept-topics.ts';
import { sendKept } from './unsent-answers.ts';

/** A session with unsent answers. A test can be saved as an answer file, encrypted with its key. */
export interface UnsentRecord {
  record: KeptRecord;
  sealKey: string | null;
}

/** Sends the student's unsent answers; returns those that could not be sent and would be lost with a logout. */
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

/** Ends the sign-in and clears the device's records. Throws if the server cannot be reached, because the cookie would remain valid. */
export async function leaveForGood(): Promise<void> {
  await call(logout, {});
  // The user is forgotten first. Otherwise the bell might call the server without a sign-in while the device is being cleared.
  rememberUser(null);
  queryClient.clear();
  forgetTagged();
  forgetKeptTopics();
  forgetKeptDrafts();
  forgetFirstSteps();
  await Promise.all([deviceStore.clearAll(), clearKeptAnswers(), clearTranslations(), clearPictures(), clearDrafts(), clearScratchpads()]);
}
