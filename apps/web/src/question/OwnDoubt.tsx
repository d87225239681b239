import { removeDoubt } from '@abhyas/contract/practice/doubts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../platform/failure.ts';
import { i18n } from '../platform/language.ts';
import { useSend } from '../platform/queries.ts';
import { formatDate } from '../ui/format.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import forms from '../ui/forms.module.css';
import layout from '../ui/layout.module.css';
import rows from '../ui/rows.module.css';
import text from '../ui/text.module.css';
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
    <div className={layout.stack12}>
      <p className={layout.split}>
        <span className={rows.badge} data-tone={tone}>
          {i18n.t(label)}
        </span>
        <span className={text.soft}>{formatDate(asked_at)}</span>
      </p>
      <p className={classes.words}>{words}</p>
      {photo_url !== null && <DoubtPhoto url={photo_url} alt={i18n.t('Photo of your working')} />}
      {answer && <DoubtAnswer answer={answer} />}
      {refusal !== null && <p className={text.soft}>{i18n.t('The reason of your teachers: {refusal}', { refusal })}</p>}
      {state === 'withheld' && (
        <p className={text.soft}>
          {i18n.t('A test keeps the answer of this question secret. Your teacher’s answer is shown here once the test is over.')}
        </p>
      )}
      <p className={layout.cluster8}>
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
  const what = state === 'note' ? 'note' : 'doubt';
  const remove = () =>
    send.mutate(
      { id },
      {
        onSuccess: () => {
          toast.success(i18n.t('The {what} is deleted.', { what }));
          onClose();
          onRemoved();
        },
      },
    );
  return (
    <FormDialog
      title={i18n.t('Delete this {what}?', { what })}
      onClose={onClose}
      focusesBack
      failure={send.error && i18n.t('Not deleted. {error}', { error: messageOf(send.error) })}
      actions={
        <Button color="red" loading={send.isPending} onClick={remove}>
          {i18n.t('Delete')}
        </Button>
      }
    >
      <p className={forms.text}>
        {what === 'note'
          ? i18n.t('It cannot be brought back.')
          : i18n.t('Its photo and its answer are deleted with it, and cannot be brought back.')}
      </p>
    </FormDialog>
  );
}
