import { getStudentAccess, type StudentAccess, saveStudentAccess } from '@abhyas/contract/institute/institutes';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';

/** Settings of students' access: only by the app, at the institute's own host, and back to a test in progress. */
export function StudentAccessForm() {
  const access = useCall(getStudentAccess, {}, { staleTime: 0 });
  return (
    <section className={card.card} aria-labelledby="access">
      <h2 id="access">How students reach the site</h2>
      <p className="text-14 leading-reading text-ink-soft">Staff and guardians are not affected. A running test is never interrupted.</p>
      <Loaded query={access} skeleton={<Skeleton height={200} mt="md" />}>
        {(data) => <Fields key={JSON.stringify(data)} access={data} />}
      </Loaded>
    </section>
  );
}

const choices = [
  { field: 'only_mobile_access', label: 'Students use the app only', note: 'The site leads them to the page with the app.' },
  {
    field: 'forces_pending_test',
    label: 'A test under way comes first',
    note: 'A student who has begun a test is led back to it from every other page.',
  },
] as const;

function Fields({ access: { domains, ...saved } }: { access: Value<typeof StudentAccess> }) {
  const [typed, setTyped] = useState(saved);
  const send = useSend(saveStudentAccess, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(typed, {
      onSuccess: ({ success: _success, ...now }) => {
        queryClient.setQueryData(callKey(getStudentAccess, {}), now);
        toast.success('Saved.');
      },
    });
  };
  const hosts = saved.domain !== null && !domains.includes(saved.domain) ? [...domains, saved.domain] : domains;
  return (
    <form onSubmit={submit}>
      <div className="grid gap-12" style={{ marginTop: 16 }}>
        {choices.map(({ field, label, note }) => (
          <label key={field} className={forms.tick}>
            <input
              type="checkbox"
              checked={typed[field]}
              onChange={({ currentTarget: { checked } }) => setTyped({ ...typed, [field]: checked })}
            />
            <span>
              {label}
              <small>{note}</small>
            </span>
          </label>
        ))}
        {hosts.length > 0 && (
          <NativeSelect
            label="Address for students"
            maw={440}
            description="Students who come by another address are led to this one, and sign in there."
            value={typed.domain ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, domain: value === '' ? null : value })}
            data={[{ value: '', label: 'Any address of the site' }, ...hosts]}
          />
        )}
      </div>
      {send.error && <AlertLine>Not saved: {messageOf(send.error)}</AlertLine>}
      <div className={forms.actions} style={{ marginTop: 16 }}>
        <Button type="submit" loading={send.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
