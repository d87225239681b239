import { type getClassroom, setMemberDates } from '@abhyas/contract/institute/classrooms';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshClassrooms } from './classrooms.queries.ts';
import styles from './Classrooms.module.css';

interface Props {
  member: Answer<typeof getClassroom>['members'][number];
  /** In India. */
  today: string;
  onClose: () => void;
}

/** The day of a moment in India, as a field of dates holds it. */
const dayOf = (at: number) => new Date(at + 19_800_000).toISOString().slice(0, 10);

/** From when to when somebody is in the classroom; no last day while they are. */
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
    <Modal opened onClose={onClose} title={name ?? 'Without a name'} size={460}>
      <form onSubmit={submit}>
        <div className={`${forms.fields} ${styles.dates ?? ''}`}>
          <TextInput
            label="First day"
            type="date"
            max={today}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Last day"
            type="date"
            min={from}
            max={today}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
        <p className={forms.text} style={{ marginTop: 12 }}>
          {to === ''
            ? 'Without a last day the person stays a member. Attendance counts from the first day on.'
            : 'Classes up to the last day stay with the person. Attendance counts between these days.'}
        </p>
        {(fault || send.error) && (
          <p role="alert" className={forms.failure}>
            {fault || (send.error && `Not saved: ${messageOf(send.error)}`)}
          </p>
        )}
        <div className={forms.actions}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          {to === '' && (
            <Button variant="default" onClick={() => setTo(today)}>
              Ends today
            </Button>
          )}
          <Button type="submit" disabled={from === '' || fault !== ''} loading={send.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
