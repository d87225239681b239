import { DOUBT_LENGTH, reportDoubtAnswer } from '@abhyas/contract/practice/doubts';
import { Button, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../platform/failure.ts';
import { useSend } from '../platform/queries.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toast } from '../ui/toasts.ts';
import classes from './Doubts.module.css';

/** Reports an answer that hurts somebody or is wrong to the owners of the institute. */
export function ReportAnswer({ doubt_id }: { doubt_id: number }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = useSend(reportDoubtAnswer, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog may be open above the form of a doubt.
    event.stopPropagation();
    if (reason.trim() === '') {
      setFault('Say what is wrong with the answer.');
      return;
    }
    send.mutate(
      { id: doubt_id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success('The owners of your institute will look at it.');
          setOpen(false);
        },
        onError: (failure) => setFault(messageOf(failure)),
      },
    );
  };
  return (
    <>
      <Button variant="subtle" size="compact-md" className={classes.act} onClick={() => setOpen(true)}>
        Report this answer
      </Button>
      {isOpen && (
        <FormDialog
          title="Report this answer"
          size={480}
          onClose={() => setOpen(false)}
          onSubmit={submit}
          back="Cancel"
          actions={
            <Button type="submit" loading={send.isPending}>
              Send
            </Button>
          }
        >
          <Textarea
            size="md"
            label="What is wrong with it?"
            description="The owners of your institute read this, not the teacher who answered."
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
        </FormDialog>
      )}
    </>
  );
}
