import { type getClassroom, setMemberDates } from '@abhyas/contract/institute/classrooms';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshClassrooms } from './classrooms.queries.ts';

interface Props {
  member: Answer<typeof getClassroom>['members'][number];
  /** A day in India. */
  today: string;
  onClose: () => void;
}

/** The day of a time in India, as the value of a date field. */
const dayOf = (at: number) => new Date(at + 19_800_000).toISOString().slice(0, 10);

/** Changes the first and last day of a member in the classroom. A present member has no last day. */
export function MemberDatesModal({ member: { id, name, joined_at, left_at }, today, onClose }: Props) {
  const [from, setFrom] = useState(dayOf(Date.parse(joined_at)));
  const [to, setTo] = useState(left_at === null ? '' : dayOf(Date.parse(left_at) - 1));
  const send = useSend(setMemberDates, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(
      { id, from, to: to || null },
      {
        onSuccess: () => {
          refreshClassrooms();
          toast.success('Saved.');
          onClose();
        },
      },
    );
  };
  const fault =
    from > today || to > today ? 'This day is still to come.' : to !== '' && to < from ? 'The last day is before the first one.' : '';
  return (
    <FormDialog
      onClose={onClose}
      title={name ?? 'Without a name'}
      size={460}
      failure={fault || (send.error && `Not saved: ${messageOf(send.error)}`)}
      onSubmit={submit}
      actions={
        <>
          {to === '' && (
            <Button variant="default" onClick={() => setTo(today)}>
              Ends today
            </Button>
          )}
          <Button type="submit" disabled={from === '' || fault !== ''} loading={send.isPending}>
            Save
          </Button>
        </>
      }
    >
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-16`}>
        <TextInput
          label="First day"
          type="date"
          max={today}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput label="Last day" type="date" min={from} max={today} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      </div>
      <p className="text-14 leading-reading text-ink-soft" style={{ marginTop: 12 }}>
        {to === ''
          ? 'Without a last day the person stays a member. Attendance counts from the first day on.'
          : 'Classes up to the last day stay with the person. Attendance counts between these days.'}
      </p>
    </FormDialog>
  );
}
