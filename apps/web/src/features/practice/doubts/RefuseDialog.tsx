import { DOUBT_LENGTH, refuseDoubt } from '@abhyas/contract/practice/doubts';
import { Button, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import layout from '../../../ui/layout.module.css';
import type { QueuedDoubt } from './queued-doubt.ts';

/** Refuses a doubt that is none. Three refused doubts within thirty days stop the student from asking. */
export function RefuseDialog({ doubt, onClose, onRefused }: { doubt: QueuedDoubt; onClose: () => void; onRefused: () => void }) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = useSend(refuseDoubt, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setFault('Give a reason.');
      return;
    }
    send.mutate({ id: doubt.id, reason: reason.trim() }, { onSuccess: onRefused, onError: (failure) => setFault(messageOf(failure)) });
  };
  return (
    <FormDialog
      title="Refuse this doubt?"
      size={520}
      onClose={onClose}
      onSubmit={submit}
      back="Cancel"
      actions={
        <Button type="submit" loading={send.isPending}>
          Refuse
        </Button>
      }
    >
      <div className={layout.stack16}>
        <p className={forms.text}>
          For insults and messages that are no doubt. After three refusals within 30 days the student cannot ask.
        </p>
        <Textarea
          size="md"
          label="Your reason"
          description="The student reads it."
          value={reason}
          error={fault}
          maxLength={DOUBT_LENGTH.reason}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setFault(null);
          }}
        />
      </div>
    </FormDialog>
  );
}
