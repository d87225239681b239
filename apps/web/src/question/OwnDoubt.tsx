import { removeDoubt } from '@abhyas/contract/practice/doubts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../platform/failure.ts';
import { i18n } from '../platform/language.ts';
import { useSend } from '../platform/queries.ts';
import { formatDate } from '../ui/format.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import rows from '../ui/rows.module.css';
import { toast } from '../ui/toasts.ts';
import { DoubtAnswer, DoubtPhoto } from './DoubtAnswer.tsx';
import { type Doubt, doubtStates } from './doubt-words.ts';
import classes from './Doubts.module.css';
import { ReportAnswer } from './ReportAnswer.tsx';

/** A doubt or note of the student with its state, its answer and what can be done with it. */
export function OwnDoubt({ doubt, onChange }: { doubt: Doubt; onChange: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  const { id, state, text: words, photo_url, asked_at, answer, refusal } = doubt;
  const { label, tone } = doubtStates[state];
  return (
    <div className="grid gap-12">
      <p className="flex flex-wrap items-center justify-between gap-12">
        <span className={rows.badge} data-tone={tone}>
          {i18n.t(label)}
        </span>
        <span className="text-14 text-ink-soft">{formatDate(asked_at)}</span>
      </p>
      <p className="min-w-0 max-w-[68ch] whitespace-pre-line wrap-anywhere">{words}</p>
      {photo_url !== null && <DoubtPhoto url={photo_url} alt={i18n.t('Photo of your working')} />}
      {answer && <DoubtAnswer answer={answer} />}
      {refusal !== null && <p className="text-14 text-ink-soft">{i18n.t('The reason of your teachers: {refusal}', { refusal })}</p>}
      {state === 'withheld' && (
        <p className="text-14 text-ink-soft">
          {i18n.t('A test keeps the answer of this question secret. Your teacher’s answer is shown here once the test is over.')}
        </p>
      )}
      <p className="flex flex-wrap gap-8">
        {answer && <ReportAnswer doubt_id={id} />}
        {state !== 'refused' && (
          <Button variant="subtle" size="compact-md" className={classes.act} onClick={() => setRemoving(true)}>
            {i18n.t('Delete')}
          </Button>
        )}
      </p>
      {isRemoving && <RemoveDialog doubt={doubt} onClose={() => setRemoving(false)} onRemoved={onChange} />}
    </div>
  );
}

function RemoveDialog({ doubt: { id, state }, onClose, onRemoved }: { doubt: Doubt; onClose: () => void; onRemoved: () => void }) {
  const send = useSend(removeDoubt, { ownFailures: true });
  const isNote = state === 'note';
  const remove = () =>
    send.mutate(
      { id },
      {
        onSuccess: () => {
          toast.success(isNote ? i18n.t('The note is deleted.') : i18n.t('The doubt is deleted.'));
          onClose();
          onRemoved();
        },
      },
    );
  return (
    <FormDialog
      title={isNote ? i18n.t('Delete this note?') : i18n.t('Delete this doubt?')}
      onClose={onClose}
      focusesBack
      failure={send.error && i18n.t('Not deleted. {error}', { error: messageOf(send.error) })}
      actions={
        <Button color="red" loading={send.isPending} onClick={remove}>
          {i18n.t('Delete')}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        {isNote
          ? i18n.t('It cannot be brought back.')
          : i18n.t('Its photo and its answer are deleted with it, and cannot be brought back.')}
      </p>
    </FormDialog>
  );
}
