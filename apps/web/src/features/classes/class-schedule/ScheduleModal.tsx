// Contents: the form · overlapping classes
import { findClashes, LONGEST_CLASS, MOST_WEEKS, scheduleClass, SHORTEST_CLASS } from '@abhyas/contract/classes/class-schedule';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Button, TextInput } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx';
import { formatDate, formatTime, plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshSchedule } from './class-schedule.queries.ts';
import { type ClassOptions, fromField, providerNames, rosterNotes, toField } from './class-times.ts';
import styles from './ClassSchedule.module.css';

type Plan = Input<typeof scheduleClass>;
type Clash = Answer<typeof findClashes>['clashes'][number];
const HOUR = 3_600_000;
const CHECK_AFTER = 400;
const none: Clash[] = [];

/** The classes that overlap a plan, fetched when its fields have not changed for a short time. */
export function useClashes(plan: Input<typeof findClashes> | null): Clash[] {
  const [found, setFound] = useState<{ of: string; clashes: Clash[] } | null>(null);
  const asked = plan && JSON.stringify(plan);
  useEffect(() => {
    if (asked === null) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(findClashes, JSON.parse(asked) as Input<typeof findClashes>, { signal: leaving.signal }).then(
        ({ clashes }) => setFound({ of: asked, clashes }),
        () => undefined,
      );
    }, CHECK_AFTER);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [asked]);
  return found !== null && found.of === asked ? found.clashes : none;
}

/** Lists the overlapping classes before anything is saved. */
export function Clashes({ clashes }: { clashes: readonly Clash[] }) {
  if (clashes.length === 0) return null;
  return (
    <div className={`grid gap-4 mt-16 px-16 py-12 rounded-card bg-warning-soft text-14 ${styles.clashes}`} role="status">
      <strong>{clashes.length === 1 ? 'This clashes with a class' : `This clashes with ${clashes.length} classes`}</strong>
      <ul>
        {clashes.map((clash) => (
          <li key={clash.id}>
            {clash.title}, {formatDate(clash.starts_at)} {formatTime(clash.starts_at)}:{' '}
            {clash.shares === 'teacher'
              ? `the same teacher, ${clash.teacher_name ?? ''}`
              : `the same classroom, ${clash.classroom_names.join(', ')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Schedules one class, or a weekly series. */
export function ScheduleModal({ options, onClose }: { options: ClassOptions; onClose: () => void }) {
  const { subjects, classrooms, teachers, providers, own_id } = options;
  const [title, setTitle] = useState('');
  const [module, setModule] = useState('');
  const [lecture, setLecture] = useState('');
  const [subject_id, setSubject] = useState(subjects[0]?.id ?? 0);
  const [teacher_id, setTeacher] = useState(teachers.some(({ id }) => id === own_id) ? own_id : (teachers[0]?.id ?? 0));
  const [classroom_ids, setClassrooms] = useState<number[]>(classrooms.length === 1 && classrooms[0] ? [classrooms[0].id] : []);
  const [starts, setStarts] = useState(() => toField(Math.ceil(serverNow() / HOUR) * HOUR + HOUR));
  const [minutes, setMinutes] = useState('60');
  const [weeks, setWeeks] = useState('1');
  const [provider, setProvider] = useState<Plan['provider']>('room');
  const [address, setAddress] = useState('');
  const send = useSend(scheduleClass, { ownFailures: true });

  const starts_at = fromField(starts);
  const duration = Number(minutes);
  const weekCount = Number(weeks);
  const isLong = Number.isInteger(duration) && duration >= SHORTEST_CLASS && duration <= LONGEST_CLASS;
  const isPast = starts_at !== null && Date.parse(starts_at) < serverNow();
  const hasWeeks = Number.isInteger(weekCount) && weekCount >= 1 && weekCount <= MOST_WEEKS;
  const isAddress = provider !== 'link' || /^https?:\/\/\S+$/.test(address);
  const isWhole = starts_at !== null && isLong && hasWeeks && !isPast && classroom_ids.length > 0;
  const clashes = useClashes(isWhole ? { teacher_id, classroom_ids, starts_at, duration, weeks: weekCount } : null);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (starts_at === null) return;
    send.mutate(
      {
        title: title.trim(),
        ...(module.trim() ? { module: module.trim() } : {}),
        ...(lecture.trim() ? { lecture: lecture.trim() } : {}),
        subject_id,
        teacher_id,
        classroom_ids,
        starts_at,
        duration,
        weeks: weekCount,
        provider,
        ...(provider === 'link' ? { join_url: address } : {}),
        takes_clash: clashes.length > 0,
      },
      {
        onSuccess: ({ ids }) => {
          refreshSchedule();
          toast.success(`${plural(ids.length, 'class', 'classes')} scheduled.`);
          onClose();
        },
      },
    );
  };
  const roster = providers.find(({ name }) => name === provider)?.roster ?? 'none';
  return (
    <Dialog opened onClose={onClose} title="Schedule a class" size={640}>
      {subjects.length === 0 || classrooms.length === 0 ? (
        <>
          <p className="text-14 leading-reading text-ink-soft">A class needs a subject and a classroom. Make them first.</p>
          <div className={forms.actions}>
            <ButtonLink to="/staff/classrooms">Classrooms and subjects</ButtonLink>
          </div>
        </>
      ) : (
        <form onSubmit={submit}>
          <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
            <TextInput
              className="col-span-full"
              label="Title"
              required
              maxLength={120}
              value={title}
              data-autofocus
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <TextInput label="Module" maxLength={80} value={module} onChange={(event) => setModule(event.currentTarget.value)} />
            <TextInput label="Lecture" maxLength={80} value={lecture} onChange={(event) => setLecture(event.currentTarget.value)} />
            <Choice label="Subject" value={subject_id} onChange={setSubject} options={subjects} />
            <Choice label="Teacher" value={teacher_id} onChange={setTeacher} options={teachers} />
            <div className="col-span-full">
              <ChoiceChips label="Classrooms" options={classrooms} chosen={classroom_ids} onChange={setClassrooms} />
            </div>
            <TextInput
              type="datetime-local"
              label="Starts (India)"
              value={starts}
              onChange={(event) => setStarts(event.currentTarget.value)}
              error={isPast ? 'Choose a time that is still to come.' : undefined}
            />
            <TextInput
              label="Minutes"
              inputMode="numeric"
              value={minutes}
              onChange={(event) => setMinutes(event.currentTarget.value.replaceAll(/\D/g, ''))}
              error={isLong ? undefined : `From ${SHORTEST_CLASS} to ${LONGEST_CLASS} minutes.`}
            />
            <TextInput
              label="Weeks in a row"
              inputMode="numeric"
              value={weeks}
              onChange={(event) => setWeeks(event.currentTarget.value.replaceAll(/\D/g, ''))}
              error={hasWeeks ? undefined : `From 1 to ${MOST_WEEKS}.`}
            />
            <label className="grid gap-4 text-14 font-medium">
              Held at
              <select
                className={forms.select}
                value={provider}
                onChange={(event) => setProvider(event.currentTarget.value as Plan['provider'])}
              >
                {providers.map(({ name }) => (
                  <option key={name} value={name}>
                    {providerNames[name]}
                  </option>
                ))}
              </select>
            </label>
            {provider === 'link' && (
              <TextInput
                className="col-span-full"
                label="Address of the class"
                type="url"
                maxLength={500}
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
                error={address !== '' && !isAddress ? 'Enter an address that begins with https://.' : undefined}
              />
            )}
          </div>
          <p className="mt-12 text-14 leading-reading text-ink-soft">{rosterNotes[roster]}</p>
          <Clashes clashes={clashes} />
          {send.error && <AlertLine>Not scheduled: {messageOf(send.error)}</AlertLine>}
          <div className={forms.actions}>
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" disabled={!isWhole || title.trim() === '' || !isAddress} loading={send.isPending}>
              {clashes.length > 0 ? 'Schedule anyway' : weekCount > 1 ? `Schedule ${weekCount} classes` : 'Schedule'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  value: number;
  onChange: (id: number) => void;
  options: readonly { id: number; name: string; code?: string | null }[];
}

function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <label className="grid gap-4 text-14 font-medium">
      {label}
      <select className={forms.select} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {options.map(({ id, name, code }) => (
          <option key={id} value={id}>
            {code ? `${name} (${code})` : name}
          </option>
        ))}
      </select>
    </label>
  );
}
