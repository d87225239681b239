import { MOST_GIVEN_SECONDS, makeMoveCode } from '@abhyas/contract/exam-office/seat-moves';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { formatTime } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import type { HallStudent } from './hall-students.ts';

interface Props {
  id: number;
  student: HallStudent;
  /** Whether a clock runs while the machine is changed. */
  hasClock: boolean;
  onClose: () => void;
}

/** Makes the code with which a student goes on at another machine. */
export default function MoveDialog({ id, student, hasClock, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [givesBack, setGivesBack] = useState(hasClock);
  const send = useSend(makeMoveCode, { ownFailures: true });
  const silentFor = student.heard === null ? 0 : Math.max(0, serverNow() / 1000 - student.heard);
  const made = send.data;
  return (
    <FormDialog
      onClose={onClose}
      title={made ? `The code of ${student.name}` : `Move ${student.name} to another machine`}
      failure={send.error && `Not done: ${messageOf(send.error)}`}
      back={made ? null : 'Back'}
      actions={
        made ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button
            disabled={reason.trim() === ''}
            loading={send.isPending}
            onClick={() => send.mutate({ id, student_id: student.id, gives_back: givesBack && hasClock, reason })}
          >
            Make the code
          </Button>
        )
      }
    >
      {made ? (
        <>
          <p className="mt-8 mb-16 text-center text-44 leading-tight font-heavy tracking-[0.12em] tabular">
            <span aria-label={[...made.code].join(' ')}>{`${made.code.slice(0, 5)} ${made.code.slice(5)}`}</span>
          </p>
          <ol className="pl-20 leading-reading text-ink-soft list-decimal">
            <li>On the other machine open the sign-in page, and press “Continue your test with a code”.</li>
            <li>
              {student.name} enters the code there, once, until {formatTime(made.expires_at)}.
            </li>
            <li>The test goes on with all answers that were sent. The old machine is signed out.</li>
          </ol>
        </>
      ) : (
        <>
          <p className="leading-reading text-ink-soft">
            You get a code that is shown once and is valid for 10 minutes. Until it is used, the test stays where it is. Answers that the
            old machine could not send stay on it.
          </p>
          {hasClock && (
            <label className={forms.tick}>
              <input type="checkbox" checked={givesBack} onChange={({ currentTarget }) => setGivesBack(currentTarget.checked)} />
              <span>
                Give the lost time back
                <small>
                  The time from the last upload to the first minute at the new machine, {MOST_GIVEN_SECONDS / 60} minutes at most.
                  {silentFor > 60 && ` So far: ${formatMinutes(Math.min(silentFor, MOST_GIVEN_SECONDS))}.`}
                </small>
              </span>
            </label>
          )}
          <TextInput
            label="Reason"
            description="The log records it with your name."
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            data-autofocus
            mt="md"
          />
        </>
      )}
    </FormDialog>
  );
}
