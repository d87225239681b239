import { cancelClass, type getStaffClass, moveClass } from '@abhyas/contract/classes/class-schedule';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { plural } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSchedule } from './class-schedule.queries.ts';
import { fromField, toField } from './class-times.ts';
import { Clashes, useClashes } from './ScheduleModal.tsx';

interface Props {
  of: Answer<typeof getStaffClass>;
  what: 'move' | 'cancel';
  onClose: () => void;
}

/** Moves or cancels a class, alone or with the rest of its weekly series. Its students are notified. */
export function ChangeClassModal({ of, what, onClose }: Props) {
  const { id, start_time, duration, teacher_id } = of.class;
  const [starts, setStarts] = useState(toField(start_time));
  const [reason, setReason] = useState('');
  const [with_following, setFollowing] = useState(false);
  const move = useSend(moveClass, { ownFailures: true });
  const cancel = useSend(cancelClass, { ownFailures: true });
  const starts_at = fromField(starts);
  const isPast = starts_at !== null && Date.parse(starts_at) < serverNow();
  const isMove = what === 'move';
  const canMove = starts_at !== null && !isPast && starts_at !== start_time;
  const clashes = useClashes(isMove && canMove ? { id, teacher_id, classroom_ids: of.classroom_ids, starts_at, duration, weeks: 1 } : null);
  const done = (count: number, verb: string) => {
    refreshSchedule();
    toast.success(`${plural(count, 'class', 'classes')} ${verb}. The students are notified.`);
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isMove && starts_at !== null)
      move.mutate(
        { id, starts_at, duration, with_following, takes_clash: clashes.length > 0 },
        { onSuccess: ({ moved }) => done(moved, 'moved') },
      );
    if (!isMove)
      cancel.mutate({ id, reason: reason.trim(), with_following }, { onSuccess: ({ cancelled }) => done(cancelled, 'cancelled') });
  };
  const failure = move.error ?? cancel.error;
  return (
    <FormDialog
      onClose={onClose}
      title={isMove ? 'Move this class' : 'Cancel this class'}
      size={480}
      failure={failure && `Nothing was changed: ${messageOf(failure)}`}
      onSubmit={submit}
      actions={
        <>
          {isMove ? (
            <Button type="submit" disabled={!canMove} loading={move.isPending}>
              {clashes.length > 0 ? 'Move anyway' : 'Move'}
            </Button>
          ) : (
            <Button type="submit" color="red" disabled={reason.trim() === ''} loading={cancel.isPending}>
              Cancel class
            </Button>
          )}
        </>
      }
    >
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
        {isMove ? (
          <TextInput
            type="datetime-local"
            label="Starts (India)"
            value={starts}
            onChange={(event) => setStarts(event.currentTarget.value)}
            error={isPast ? 'Choose a time that is still to come.' : undefined}
          />
        ) : (
          <TextInput label="Why" maxLength={200} required value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        )}
      </div>
      {of.following_count > 0 && (
        <label className={forms.tick}>
          <input type="checkbox" checked={with_following} onChange={(event) => setFollowing(event.currentTarget.checked)} />
          <span>
            {plural(of.following_count, 'class', 'classes')} of its series after it too
            {isMove && <small>Each by the same time.</small>}
          </span>
        </label>
      )}
      <Clashes clashes={clashes} />
    </FormDialog>
  );
}
