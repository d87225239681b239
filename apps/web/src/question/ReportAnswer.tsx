import { reportDoubtAnswer } from '@abhyas/contract/practice/doubts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../platform/language.ts';
import { useSend } from '../platform/queries.ts';
import { toast } from '../ui/toasts.ts';
import { DoubtReasonDialog } from './DoubtReasonDialog.tsx';
import classes from './Doubts.module.css';

/** Reports an answer that hurts somebody or is wrong to the owners of the institute. */
export function ReportAnswer({ doubt_id }: { doubt_id: number }) {
  const [isOpen, setOpen] = useState(false);
  const send = useSend(reportDoubtAnswer, { ownFailures: true });
  const onSuccess = () => {
    toast.success(i18n.t('The owners of your institute will look at it.'));
    setOpen(false);
  };
  return (
    <>
      <Button variant="subtle" size="compact-md" className={classes.act} onClick={() => setOpen(true)}>
        {i18n.t('Report this answer')}
      </Button>
      {isOpen && (
        <DoubtReasonDialog
          title={i18n.t('Report this answer')}
          label={i18n.t('What is wrong with it?')}
          description={i18n.t('The owners of your institute read this, not the teacher who answered.')}
          missing={i18n.t('Say what is wrong with the answer.')}
          act="Send"
          isSending={send.isPending}
          onClose={() => setOpen(false)}
          onSend={(reason, onError) => send.mutate({ id: doubt_id, reason }, { onSuccess, onError })}
        />
      )}
    </>
  );
}
