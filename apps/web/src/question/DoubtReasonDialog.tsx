import { i18n } from '../platform/language.ts';
import { DOUBT_LENGTH } from '@abhyas/contract/practice/doubts';
import { Button, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../platform/failure.ts';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  title: string;
  /** A sentence about the effect of the act. */
  note?: string;
  label: string;
  /** A sentence that says who reads the reason. */
  description: string;
  /** The fault of an empty reason. */
  missing: string;
  act: string;
  isSending: boolean;
  onClose: () => void;
  onSend: (reason: string, onError: (failure: unknown) => void) => void;
}

/** Asks for the reason of an act on a doubt or its answer. */
export function DoubtReasonDialog({ title, note, label, description, missing, act, isSending, onClose, onSend }: Props) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog may be open above the form of a doubt.
    event.stopPropagation();
    if (reason.trim() === '') setFault(missing);
    else onSend(reason.trim(), (failure) => setFault(messageOf(failure)));
  };
  return (
    <FormDialog
      title={title}
      size={520}
      onClose={onClose}
      onSubmit={submit}
      back={i18n.t('Cancel')}
      actions={
        <Button type="submit" loading={isSending}>
          {act}
        </Button>
      }
    >
      <div className="grid gap-16">
        {note && <p className="text-14 leading-reading text-ink-soft">{note}</p>}
        <Textarea
          size="md"
          label={label}
          description={description}
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
