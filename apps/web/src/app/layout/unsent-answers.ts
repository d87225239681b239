import { i18n } from '../../platform/language.ts';
import { refreshKeptAnswers } from '../../platform/kept-answers.ts';
import { queryClient } from '../../platform/queries.ts';
import { sendUnsent } from '../../session/engine/unsent-records.ts';
import { checkKeptTopics } from '../../session/kept-topics.ts';
import { pagePorts } from '../../session/screen/page-ports.ts';
import { toast } from '../../ui/toasts.ts';

/** Sends the student's unsent answers, such as those of a test that was closed without a network, and shows the student the outcome. */
export async function sendKept(student_id: number): Promise<void> {
  const sent = await sendUnsent(pagePorts, student_id, null);
  const isInTime = sent.some((outcome) => outcome.kind === 'delivered' || (outcome.kind === 'finished' && !outcome.lateMessage));
  if (isInTime) toast.success(i18n.t('Answers that were kept on this device have been sent.'));
  // A failure is ignored, because the check runs again whenever the server is reached.
  await checkKeptTopics(student_id).catch(() => undefined);
  await refreshKeptAnswers(student_id);
  if (sent.length > 0) await queryClient.invalidateQueries();
}
