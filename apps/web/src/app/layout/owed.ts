import { uploadStudentResponses } from '@abhyas/contract/sessions';
import { call } from '../../platform/call.ts';
import { deviceStore } from '../../platform/device-store.ts';
import { queryClient } from '../../platform/queries.ts';
import { sendOwed } from '../../session/owed-records.ts';
import { toast } from '../../ui/toasts.ts';

/** Sends what the device still owes of this student, and says so: a test may have been closed before its answers could be sent. */
export async function sendKept(student_id: number): Promise<void> {
  let isSent = false;
  await sendOwed(
    deviceStore,
    (upload, options) => call(uploadStudentResponses, upload, options),
    student_id,
    null,
    (outcome) => {
      isSent = true;
      if (outcome.kind === 'finished' && outcome.lateMessage) toast.warning(outcome.lateMessage);
      else toast.success('Answers that were kept on this device have been sent.');
    },
  );
  if (isSent) await queryClient.invalidateQueries();
}
