import { refreshKeptAnswers } from '../../platform/kept-answers.ts';
import { queryClient } from '../../platform/queries.ts';
import { sendUnsent } from '../../session/engine/unsent-records.ts';
import { checkKeptTopics } from '../../session/kept-topics.ts';
import { pagePorts } from '../../session/screen/page-ports.ts';
import { toast } from '../../ui/toasts.ts';

/** Sends what the device has not sent of this student, and says so: a test may have been closed before its answers could be sent. */
export async function sendKept(student_id: number): Promise<void> {
  const sent = await sendUnsent(pagePorts, student_id, null);
  const isInTime = sent.some((outcome) => outcome.kind === 'delivered' || (outcome.kind === 'finished' && !outcome.lateMessage));
  if (isInTime) toast.success('Answers that were kept on this device have been sent.');
  // At each contact; where it fails, the next one says it.
  await checkKeptTopics(student_id).catch(() => undefined);
  await refreshKeptAnswers(student_id);
  if (sent.length > 0) await queryClient.invalidateQueries();
}
