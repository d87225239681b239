import type { Answer } from '@abhyas/contract/endpoint';
import { correctAttendance, getRegister, matchGuest } from '@abhyas/contract/classes/attendance';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconUsers } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDateTime, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';

type Register = Answer<typeof getRegister>;
type Student = Register['students'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: [getRegister.route] });
const inWords = { present: 'Present', absent: 'Absent', to_check: 'To check' } as const;
const tones = { present: 'good', absent: 'danger', to_check: 'warning' } as const;
const sources = { page: 'class page', provider: 'meeting’s list', click: 'press on JOIN', staff: 'by staff' } as const;

/** /staff/classes/{id}/register: the students present, contested absences, and names that match no student. */
export default function RegisterPage() {
  const { id = '0' } = useParams({ strict: false });
  const register = useCall(getRegister, { id: Number(id) }, { refreshEvery: 30_000 });
  const [correcting, setCorrecting] = useState<Student | null>(null);
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/classes/$id', params: { id } }, label: 'Back to the class' }} windowTitle="Register">
        {register.data ? `Register: ${register.data.title}` : 'Register'}
      </PageTitle>
      <Loaded query={register} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) => {
          if (data.students.length === 0)
            return (
              <EmptyState
                icon={<IconUsers size={26} />}
                title={data.is_held ? 'Nobody is in this class’s classrooms' : 'This class was not held'}
              >
                The register is written while a class runs.
              </EmptyState>
            );
          const present = data.students.filter(({ verdict }) => verdict === 'present').length;
          const contested = data.students.filter(({ contested_at, source }) => contested_at !== null && source !== 'staff');
          const inOrder = [...contested, ...data.students.filter((student) => !contested.includes(student))];
          return (
            <>
              <p className="flex flex-wrap items-baseline gap-x-16 gap-y-4 mb-16">
                <strong>{`${present} of ${plural(data.students.length, 'student')} present`}</strong>
                <span className="text-14 text-ink-soft">{`${formatDateTime(data.start_time)} · ${data.minutes_needed} of ${plural(data.minutes_held, 'minute')} needed`}</span>
              </p>
              {data.guests.length > 0 && <Guests id={Number(id)} data={data} />}
              <ul className={rows.list}>
                {inOrder.map((student) => (
                  <li key={student.student_id} className={rows.row}>
                    <span className={rows.main}>
                      <span className="flex flex-wrap items-center gap-8">
                        {student.student_name ?? 'No name yet'}
                        <span className={rows.badge} data-tone={tones[student.verdict]}>
                          {inWords[student.verdict]}
                        </span>
                      </span>
                      <span className="block text-14 font-regular text-ink-soft">{`${plural(student.minutes, 'minute')} · ${sources[student.source]}${student.reason ? ` · ${student.reason}` : ''}`}</span>
                      {student.contest_reason && (
                        <span className="block text-14 font-medium text-warning">{`“${student.contest_reason}”`}</span>
                      )}
                    </span>
                    <Button
                      variant={student === contested[0] ? 'filled' : 'default'}
                      aria-label={`Correct: ${student.student_name}`}
                      onClick={() => setCorrecting(student)}
                    >
                      Correct
                    </Button>
                  </li>
                ))}
              </ul>
              {correcting && <CorrectDialog id={Number(id)} student={correcting} onClose={() => setCorrecting(null)} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function CorrectDialog({ id, student, onClose }: { id: number; student: Student; onClose: () => void }) {
  const other = student.verdict === 'present' ? 'absent' : 'present';
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const correct = useSend(correctAttendance, { ownFailures: true });
  const send = () => {
    if (reason.trim() === '') return setFault('Give the reason: the student reads it.');
    correct.mutate(
      { id, student_id: student.student_id, verdict: other, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          void refresh();
        },
        onError: (failure) => setFault(messageOf(failure)),
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={`Count ${student.student_name ?? 'the student'} as ${other}?`}>
      <div className="grid gap-16">
        <TextInput
          label="Reason"
          placeholder="Power cut"
          data-autofocus
          maxLength={300}
          value={reason}
          error={fault}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button onClick={send} loading={correct.isPending}>{`Count as ${other}`}</Button>
      </div>
    </Dialog>
  );
}

function Guests({ id, data }: { id: number; data: Register }) {
  const match = useSend(matchGuest, { ownFailures: true });
  const [chosen, setChosen] = useState<Record<number, string>>({});
  return (
    <section className="mb-24">
      <h2 className="mb-12 text-16">Names that match nobody</h2>
      <ul className={rows.list}>
        {data.guests.map((guest) => (
          <li key={guest.id} className={rows.row}>
            <span className={rows.main}>
              {guest.name}
              <span className="block text-14 font-regular text-ink-soft">{plural(guest.minutes, 'minute')}</span>
            </span>
            <NativeSelect
              aria-label={`Who is ${guest.name}?`}
              value={chosen[guest.id] ?? ''}
              data={[
                { value: '', label: 'Who is it?' },
                ...data.students.map(({ student_id, student_name }) => ({ value: String(student_id), label: student_name ?? '' })),
              ]}
              onChange={({ target }) => setChosen((former) => ({ ...former, [guest.id]: target.value }))}
            />
            <Button
              variant="default"
              disabled={!chosen[guest.id]}
              loading={match.isPending}
              onClick={() =>
                match.mutate({ id, guest_id: guest.id, student_id: Number(chosen[guest.id]) }, { onSuccess: () => void refresh() })
              }
            >
              Match
            </Button>
          </li>
        ))}
      </ul>
      {match.error && (
        <p role="alert" className="mt-8 font-medium text-incorrect">
          {messageOf(match.error)}
        </p>
      )}
    </section>
  );
}
