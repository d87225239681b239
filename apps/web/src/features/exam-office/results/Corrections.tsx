import { getCorrections, undoCorrection } from '@abhyas/contract/exam-office/key-corrections';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshResults } from './CorrectKey.tsx';
import { keyInWords } from '../../../question/keys.ts';
import classes from './TestResultsPage.module.css';

/** The corrected keys of this paper; each correction can be undone. */
export function Corrections({ paperId }: { paperId: number }) {
  const list = useCall(getCorrections, { id: paperId }, { ownFailures: true });
  const [undoing, setUndoing] = useState<{ question_id: number; number: number } | null>(null);
  const corrections = list.data?.corrections ?? [];
  if (corrections.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby="corrections">
      <h3 id="corrections">Corrected keys</h3>
      <ul className={classes.corrections}>
        {corrections.map((each) => (
          <li key={`${each.question_id} ${each.made_at}`}>
            <span className={rows.main}>
              Question {each.number}:{' '}
              {each.correction === 'dropped'
                ? 'marks to all'
                : each.correction === 'bonus'
                  ? 'marks to those who answered'
                  : each.previous_answers && each.accepted_answers
                    ? `${keyInWords(each.previous_answers)} to ${keyInWords(each.accepted_answers)}`
                    : 'another key, shown once every test with it is over'}
              <span className="block text-14 font-regular text-ink-soft">
                {formatDateTime(each.made_at)} · {each.reason}
              </span>
            </span>
            {each.can_be_undone && (
              <Button variant="default" onClick={() => setUndoing(each)} aria-label={`Undo the correction of question ${each.number}`}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog paperId={paperId} {...undoing} onClose={() => setUndoing(null)} />}
    </section>
  );
}

function UndoDialog({
  paperId,
  question_id,
  number,
  onClose,
}: {
  paperId: number;
  question_id: number;
  number: number;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const send = useSend(undoCorrection, { ownFailures: true });
  const undo = () =>
    send.mutate(
      { id: paperId, question_id, reason },
      {
        onSuccess: () => {
          toast.success(`Question ${number} has its former key; every attempt is marked again.`);
          refreshResults();
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`Undo the correction of question ${number}?`}
      failure={send.error && `Not undone, nothing changed. ${messageOf(send.error)}`}
      actions={
        <Button disabled={reason.trim() === ''} loading={send.isPending} onClick={undo}>
          Undo the correction
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        The earlier key counts again, every attempt is marked again, and its students are notified.
      </p>
      <TextInput
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
        mt="md"
      />
    </FormDialog>
  );
}
