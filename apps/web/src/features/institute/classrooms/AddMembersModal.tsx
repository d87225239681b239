import { changeClassroomMembers, type getClassroom } from '@abhyas/contract/institute/classrooms';
import type { Answer } from '@abhyas/contract/endpoint';
import { getPeople } from '@abhyas/contract/institute/people';
import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshClassrooms } from './classrooms.queries.ts';

interface Props {
  classroom: Answer<typeof getClassroom>;
  onClose: () => void;
}

/** Adds students and teachers of the institute to a classroom, from a given day. */
export function AddMembersModal({ classroom: { id, name, today, members }, onClose }: Props) {
  const [kind, setKind] = useState('students');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [from, setFrom] = useState(today);
  const people = useCall(
    getPeople,
    { kind: kind === 'staff' ? 'staff' : 'students', ...(search ? { search } : {}) },
    { keepPrevious: true },
  );
  const send = useSend(changeClassroomMembers, { ownFailures: true });
  const present = new Set(members.filter(({ left_at }) => left_at === null).map(({ user_id }) => user_id));
  const choose = (user_id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(user_id);
    else next.delete(user_id);
    setChosen(next);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(
      { id, add: [...chosen], remove: [], ...(from === today ? {} : { from }) },
      {
        onSuccess: ({ added }) => {
          refreshClassrooms();
          toast.success(`${plural(added, 'member')} added to ${name}.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Add to ${name}`}
      size={560}
      failure={send.error && `Not added: ${messageOf(send.error)}`}
      onSubmit={submit}
      actions={
        <Button type="submit" disabled={chosen.size === 0 || from === '' || from > today} loading={send.isPending}>
          {chosen.size === 0 ? 'Add' : `Add ${plural(chosen.size, 'member')}`}
        </Button>
      }
    >
      <SegmentedControl
        fullWidth
        value={kind}
        onChange={setKind}
        aria-label="Whom to add"
        data={[
          { value: 'students', label: 'Students' },
          { value: 'staff', label: 'Teachers' },
        ]}
      />
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-16`} style={{ marginTop: 16 }}>
        <TextInput
          label="Name or roll number"
          leftSection={<IconSearch size={18} aria-hidden />}
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput label="First day" type="date" max={today} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      </div>
      <Loaded query={people} skeleton={<Skeleton height={200} mt="md" />}>
        {(data) => {
          const others = data.people.filter(
            ({ user_id, role }) => !present.has(user_id) && (kind === 'students' || role === 'owner' || role === 'teacher'),
          );
          return others.length === 0 ? (
            <p className="text-14 leading-reading text-ink-soft" style={{ marginTop: 16 }}>
              {search ? 'Everybody who matches is in this classroom already.' : 'Everybody is in this classroom.'}
            </p>
          ) : (
            <fieldset className={forms.pick}>
              <legend>{kind === 'students' ? 'Students' : 'Teachers'}</legend>
              {others.map((person) => (
                <label key={person.user_id}>
                  <input
                    type="checkbox"
                    checked={chosen.has(person.user_id)}
                    onChange={(event) => choose(person.user_id, event.currentTarget.checked)}
                  />
                  <span>
                    {person.name ?? 'Without a name'}
                    <small>{[person.given_id, person.classrooms.join(', ')].filter(Boolean).join(' · ')}</small>
                  </span>
                </label>
              ))}
              {data.total > data.people.length && (
                <p className="text-14 leading-reading text-ink-soft">{data.total - data.people.length} more: search for a name.</p>
              )}
            </fieldset>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}
