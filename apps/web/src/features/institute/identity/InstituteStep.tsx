import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import type { User } from '../../../platform/user.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './SignInPage.module.css';
import { useInstituteLogin } from './sign-in.queries.ts';

const OTP_LENGTH = 8;

/** The institute's code, the student's ID there, and the OTP of eight letters and digits that the institute gave out. */
export function InstituteStep({ onBack, onSignedIn }: { onBack: () => void; onSignedIn: (user: User) => void }) {
  const [institute, setInstitute] = useState('');
  const [id, setId] = useState('');
  const [otp, setOtp] = useState('');
  const login = useInstituteLogin();
  const isComplete = institute.trim() !== '' && id.trim() !== '' && otp.length === OTP_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || login.isPending) return;
    const given = { institute_code: institute.trim(), institute_given_id: id.trim(), otp };
    login.mutate(given, { onSuccess: ({ user }) => onSignedIn(user) });
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle="Log in with the ID of your institute">
        Log in with your institute
      </PageTitle>
      <p className={classes.lead}>
        Your institute gave you all three.{' '}
        <button type="button" className={classes.textButton} onClick={onBack}>
          Use a phone number
        </button>
      </p>
      <div className={classes.fields}>
        <TextInput
          label="Institute code"
          value={institute}
          onChange={(event) => setInstitute(event.currentTarget.value)}
          maxLength={64}
          size="lg"
          autoComplete="organization"
          autoCapitalize="none"
          autoFocus
        />
        <TextInput
          label="Your ID"
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          maxLength={40}
          size="lg"
          autoComplete="username"
          autoCapitalize="characters"
        />
        <TextInput
          label="OTP"
          description="8 letters and digits"
          value={otp}
          onChange={(event) =>
            setOtp(
              event.currentTarget.value
                .replaceAll(/[^A-Za-z0-9]/g, '')
                .toUpperCase()
                .slice(0, OTP_LENGTH),
            )
          }
          error={login.error ? messageOf(login.error) : undefined}
          size="lg"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          className="tabular"
        />
      </div>
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={!isComplete} loading={login.isPending}>
        Log in
      </Button>
    </form>
  );
}
