import * as contract from '@abhyas/contract/exam-office/hall';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { formatNumber, formatTime, plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './HallDialogs.module.css';
import MoveDialog from './MoveDialog.tsx';
import { refreshHall } from './hall.queries.ts';
import { type Hall, type HallStudent, isIn } from './hall-students.ts';

/** The pressed action and its students. An action without students is for everybody. */
export type Act =
  | { kind: 'extend'; students: readonly HallStudent[] | null }
  | { kind: 'unlock'; students: readonly HallStudent[] }
  | { kind: 'late' | 'end' | 'move' | 'student'; student: HallStudent }
  | { kind: 'code' };

interface Props {
  hall: Hall;
  students: readonly HallStudent[];
  act: Act;
  onClose: () => void;
  /** Called after the action; clears the selection. */
  onDone: () => void;
  onAct: (act: Act) => void;
}

export function HallDialogs({ hall, students, act, onClose, onDone, onAct }: Props) {
  const { id } = hall.test;
  const done = () => {
    onDone();
    onClose();
    void refreshHall(id);
  };
  if (act.kind === 'extend') return <ExtendDialog hall={hall} all={students} students={act.students} onClose={onClose} onDone={done} />;
  if (act.kind === 'unlock') return <Unlock id={id} students={act.students} onClose={onClose} onDone={done} />;
  if (act.kind === 'code') return <CodeDialog hall={hall} onClose={onClose} />;
  if (act.kind === 'late') return <LateDialog id={id} student={act.student} onClose={onClose} onDone={done} />;
  if (act.kind === 'end') return <EndDialog id={id} student={act.student} onClose={onClose} onDone={done} />;
  if (act.kind === 'move')
    return <MoveDialog id={id} student={act.student} hasClock={hall.test.time_kind === 'wall_clock'} onClose={onClose} />;
  return <StudentDialog student={act.student} canExtend={hall.test.time_kind === 'wall_clock'} onClose={onClose} onAct={onAct} />;
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** A call whose failure is shown in the dialog. */
const useAct = <E extends Endpoint>(endpoint: E) => useSend(endpoint, { ownFailures: true });

const whyNot = (failure: Error | null) => failure && `Not done: ${messageOf(failure)}`;

const choices = [5, 10, 15, 30];

function ExtendDialog({
  hall,
  all,
  students,
  onClose,
  onDone,
}: DialogProps & { hall: Hall; all: readonly HallStudent[]; students: readonly HallStudent[] | null }) {
  const { id, name } = hall.test;
  const [minutes, setMinutes] = useState(10);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const send = useAct(contract.extendTest);
  const [one] = students ?? [];
  const finished = all.filter(isIn.finished).length;
  const whom =
    students === null ? `all ${formatNumber(all.length)}` : students.length === 1 && one ? one.name : plural(students.length, 'student');
  const isReady = reason.trim() !== '' && (students !== null || typed.trim() === name);
  const submit = () =>
    send.mutate(
      { id, minutes, reason, ...(students === null ? { paper_name: typed } : { student_ids: students.map((student) => student.id) }) },
      {
        onSuccess: ({ extended, reopened }) => {
          toast.success(
            `${plural(extended, 'student')} ${extended === 1 ? 'has' : 'have'} ${minutes} minutes more${reopened > 0 ? `; ${plural(reopened, 'test')} reopened` : ''}.`,
          );
          onDone();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`Extend time for ${whom}`}
      failure={whyNot(send.error)}
      actions={
        <Button disabled={!isReady} loading={send.isPending} onClick={submit}>
          Extend by {minutes} min
        </Button>
      }
    >
      <p className="leading-reading text-ink-soft">
        {students === null
          ? `Everybody who has not finished gets the minutes${finished > 0 ? `; the ${formatNumber(finished)} who finished are not reopened` : ''}. The log records it with your reason.`
          : 'A test that the clock has just ended goes on, while no key could be seen. The log records it with your reason.'}
      </p>
      <div className={`grid gap-8 ${classes.choices}`} role="radiogroup" aria-label="Minutes">
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name="minutes" checked={minutes === choice} onChange={() => setMinutes(choice)} />
            <span>{choice} min</span>
          </label>
        ))}
      </div>
      <TextInput
        label="Reason"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
        mt="md"
      />
      {students === null && (
        <TextInput
          label={`Type the paper's name: ${name}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          mt="md"
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}

/** Unlocking has no disadvantage, so it needs no confirmation; only its failure is shown. */
function Unlock({ id, students, onClose, onDone }: DialogProps & { id: number; students: readonly HallStudent[] }) {
  const send = useAct(contract.unlockStudents);
  const { mutate } = send;
  useEffect(() => {
    mutate(
      { id, student_ids: students.map((student) => student.id) },
      {
        onSuccess: ({ unlocked }) => {
          toast.success(
            unlocked === 1 && students.length === 1 ? `${students[0]?.name} is unlocked.` : `${plural(unlocked, 'student')} unlocked.`,
          );
          onDone();
        },
      },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when the button was pressed
  }, []);
  if (!send.error) return null;
  return (
    <FormDialog
      onClose={onClose}
      title="Not unlocked"
      size={400}
      failure={whyNot(send.error)}
      back={null}
      actions={<Button onClick={onClose}>Back</Button>}
    />
  );
}

function CodeDialog({ hall, onClose }: { hall: Hall; onClose: () => void }) {
  const { id, has_code } = hall.test;
  const send = useAct(contract.makeTestCode);
  const make = () => send.mutate({ id }, { onSuccess: () => void refreshHall(id) });
  return (
    <FormDialog
      onClose={onClose}
      title={send.data ? 'The code' : has_code ? 'Make a new code?' : 'Make the code'}
      size={400}
      failure={whyNot(send.error)}
      back={null}
      actions={
        <>
          <Button variant={send.data ? 'filled' : 'default'} onClick={onClose}>
            {send.data ? 'Done' : 'Back'}
          </Button>
          {!send.data && (
            <Button loading={send.isPending} onClick={make}>
              Make {has_code ? 'a new' : 'the'} code
            </Button>
          )}
        </>
      }
    >
      {send.data ? (
        <>
          <p className="mt-8 mb-16 text-center text-44 leading-tight font-heavy tracking-[0.12em] tabular">
            <span aria-label={[...send.data.otp].join(' ')}>{send.data.otp}</span>
          </p>
          <p className="leading-reading text-ink-soft">
            It opens and unlocks the test, and is shown only now.
            {send.data.is_replaced ? ' The earlier code is no longer valid.' : ''}
          </p>
        </>
      ) : (
        <p className="leading-reading text-ink-soft">
          {has_code
            ? 'The present code will no longer be valid. Running tests continue.'
            : 'From then on students need it to begin the test and to unlock it.'}
        </p>
      )}
    </FormDialog>
  );
}

function LateDialog({ id, student, onClose, onDone }: DialogProps & { id: number; student: HallStudent }) {
  const late = useCall(contract.getLateAnswers, { id }, { staleTime: 0, ownFailures: true });
  const send = useAct(contract.acceptLateAnswers);
  const uploads = late.data?.uploads.filter(({ student_id }) => student_id === student.id) ?? [];
  const [named, setNamed] = useState<readonly number[]>([]);
  const isDoubtful = uploads.some(({ key_visible }) => key_visible);
  const accept = () =>
    send.mutate(
      {
        id,
        student_id: student.id,
        ...(isDoubtful ? { upload_ids: [...uploads.filter(({ key_visible }) => !key_visible).map((upload) => upload.id), ...named] } : {}),
      },
      {
        onSuccess: () => {
          toast.success(`The late answers of ${student.name} count, and the attempt is marked again.`);
          onDone();
        },
      },
    );
  const counting = uploads.filter((upload) => !upload.key_visible || named.includes(upload.id)).length;
  return (
    <FormDialog
      onClose={onClose}
      title={`Late answers of ${student.name}`}
      size={480}
      failure={whyNot(send.error ?? late.error)}
      actions={
        <Button disabled={counting === 0} loading={send.isPending} onClick={accept}>
          Accept
        </Button>
      }
    >
      <p className="leading-reading text-ink-soft">
        They came after the end and do not count yet. Accepting marks the attempt again; ranks follow.
      </p>
      <ul className={classes.uploads}>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <label>
              <input
                type="checkbox"
                checked={!upload.key_visible || named.includes(upload.id)}
                disabled={!upload.key_visible}
                onChange={() => setNamed(named.includes(upload.id) ? named.filter((other) => other !== upload.id) : [...named, upload.id])}
              />
              <span>
                {formatTime(upload.received_at)}, {plural(upload.questions, 'question')}
                {upload.key_visible && <small>The key could be seen by then: tick it only if you are sure.</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function EndDialog({ id, student, onClose, onDone }: DialogProps & { id: number; student: HallStudent }) {
  const [reason, setReason] = useState('');
  const send = useAct(contract.endTest);
  const end = () =>
    send.mutate(
      { id, student_id: student.id, reason },
      {
        onSuccess: () => {
          toast.success(`The test of ${student.name} is ended.`);
          onDone();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`End the test of ${student.name}?`}
      failure={whyNot(send.error)}
      actions={
        <Button color="red" disabled={reason.trim() === ''} loading={send.isPending} onClick={end}>
          End the test
        </Button>
      }
    >
      <p className="leading-reading text-ink-soft">
        It is handed in with the answers on the server: {plural(student.answered, 'answer')}. It cannot be resumed.
      </p>
      <Textarea label="Reason" maxLength={200} value={reason} onChange={(event) => setReason(event.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}

function StudentDialog({
  student,
  canExtend,
  onClose,
  onAct,
}: {
  student: HallStudent;
  canExtend: boolean;
  onClose: () => void;
  onAct: (act: Act) => void;
}) {
  const isOpen = student.state === 'running' || student.state === 'silent' || student.state === 'locked';
  return (
    <Dialog opened onClose={onClose} title={student.name} size={400}>
      <div className="grid gap-12">
        {student.photo_url !== null && (
          <img src={student.photo_url} alt={`Photograph of ${student.name}`} className="w-96 h-128 rounded-control object-cover" />
        )}
        {student.state === 'locked' && (
          <Button variant="default" onClick={() => onAct({ kind: 'unlock', students: [student] })}>
            Unlock
          </Button>
        )}
        {canExtend && (
          <Button variant="default" onClick={() => onAct({ kind: 'extend', students: [student] })}>
            Extend time
          </Button>
        )}
        {student.late > 0 && (
          <Button variant="default" onClick={() => onAct({ kind: 'late', student })}>
            Late answers
          </Button>
        )}
        {isOpen && (
          <Button variant="default" onClick={() => onAct({ kind: 'move', student })}>
            Move to another machine
          </Button>
        )}
        {isOpen && (
          <Button variant="default" onClick={() => onAct({ kind: 'end', student })}>
            End the test
          </Button>
        )}
      </div>
    </Dialog>
  );
}
