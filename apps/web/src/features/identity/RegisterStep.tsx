import type { courseTypes } from '@abhyas/contract/identity';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../platform/failure.ts';
import type { User } from '../../platform/user.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './SignInPage.module.css';
import { useUpdateProfile } from './sign-in.queries.ts';

type Course = (typeof courseTypes)[number];

const courses: readonly { value: Course; label: string; subjects: string }[] = [
  { value: 'MED', label: 'Medical', subjects: 'Physics, Chemistry, Biology' },
  { value: 'ENG', label: 'Engineering', subjects: 'Physics, Chemistry, Maths' },
  { value: 'MED_ENG', label: 'Both', subjects: 'All four subjects' },
];

/** Name and course; Save when both are there. */
export function RegisterStep({ onSaved }: { onSaved: (user: User) => void }) {
  const [name, setName] = useState('');
  const [course, setCourse] = useState<Course | null>(null);
  const update = useUpdateProfile();
  const isComplete = name.trim() !== '' && course !== null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || course === null || update.isPending) return;
    update.mutate({ name: name.trim(), course, is_onboarding: true }, { onSuccess: ({ auth }) => onSaved(auth.user) });
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle="Register">
        About you
      </PageTitle>
      <TextInput
        label="Your name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        size="lg"
        autoComplete="name"
        autoFocus
      />
      <fieldset className={classes.courses}>
        <legend>You prepare for</legend>
        {courses.map(({ value, label, subjects }) => (
          <label key={value} className={classes.course}>
            <input type="radio" name="course" value={value} checked={course === value} onChange={() => setCourse(value)} />
            <span>
              {label}
              <small>{subjects}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {update.error && (
        <p className={classes.error} role="alert">
          {messageOf(update.error)}
        </p>
      )}
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={!isComplete} loading={update.isPending}>
        Save
      </Button>
    </form>
  );
}
