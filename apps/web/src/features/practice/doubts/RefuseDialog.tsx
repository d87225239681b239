import { refuseDoubt } from '@abhyas/contract/practice/doubts';
import { useSend } from '../../../platform/queries.ts';
import { DoubtReasonDialog } from '../../../question/DoubtReasonDialog.tsx';
import type { QueuedDoubt } from './queued-doubt.ts';

/** Refuses a message that is not a doubt. Three refused doubts within thirty days stop the student from asking. */
export function RefuseDialog({ doubt, onClose, onRefused }: { doubt: QueuedDoubt; onClose: () => void; onRefused: () => void }) {
  const send = useSend(refuseDoubt, { ownFailures: true });
  return (
    <DoubtReasonDialog
      title="Refuse this doubt?"
      note="For insults and messages that are not a doubt. After three refusals within 30 days the student cannot ask."
      label="Your reason"
      description="The student reads it."
      missing="Give a reason."
      act="Refuse"
      isSending={send.isPending}
      onClose={onClose}
      onSend={(reason, onError) => send.mutate({ id: doubt.id, reason }, { onSuccess: onRefused, onError })}
    />
  );
}
