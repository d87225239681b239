import { contestAttendance, getSubjectWiseAttendance } from '@abhyas/contract/classes/attendance';
import { Button, Textarea } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { toast } from '../../../ui/toasts.ts';
import type { Attendance } from './attendance-words.ts';

/** Lets a student contest an absence with a sentence, on which the institute decides. */
export function ContestDialog({ entry, onClose }: { entry: Attendance['entries'][number]; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const contest = useSend(contestAttendance, { ownFailures: true });
  const send = () => {
    if (reason.trim() === '') return setFault(i18n.t('Say in a few words why you were there, or why you could not be.'));
    contest.mutate(
      { id: entry.virtual_meeting_id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(i18n.t('Sent. Your institute will check it and notify you.'));
          onClose();
          void queryClient.invalidateQueries({ queryKey: [getSubjectWiseAttendance.route] });
        },
        onError: (failure) => setFault(messageOf(failure)),
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Contest: {title}', { title: entry.title })}>
      <div className="grid gap-16">
        <Textarea
          label={i18n.t('What happened?')}
          placeholder={i18n.t('The power was out for ten minutes.')}
          data-autofocus
          autosize
          minRows={3}
          maxLength={300}
          value={reason}
          error={fault}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button onClick={send} loading={contest.isPending}>
          {i18n.t('Send')}
        </Button>
      </div>
    </Dialog>
  );
}
