import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './SignInPage.module.css';
import { type SignedIn, useInstituteLogin } from './sign-in.queries.ts';

const OTP_LENGTH = 8;

/** Asks for the institute's code, the student's ID there, and the OTP of eight letters and digits that the institute gave the student. */
export function InstituteStep({ onBack, onSignedIn }: { onBack: () => void; onSignedIn: (answer: SignedIn) => void }) {
  const [institute, setInstitute] = useState('');
  const [id, setId] = useState('');
  const [otp, setOtp] = useState('');
  const login = useInstituteLogin();
  const isComplete = institute.trim() !== '' && id.trim() !== '' && otp.length === OTP_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || login.isPending) return;
    const given = { institute_code: institute.trim(), institute_given_id: id.trim(), otp };
    login.mutate(given, { onSuccess: onSignedIn, onError: (error) => toast.error(messageOf(error)) });
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle={i18n.t('Log in with the ID of your institute')}>
        {i18n.t('Log in with your institute')}
      </PageTitle>
      <p className={classes.lead}>
        <Trans
          id="Your institute gave you all three. <0>Use a phone number</0>"
          components={{ 0: <button type="button" className={`font-semibold text-accent ${classes.textButton}`} onClick={onBack} /> }}
        />
      </p>
      <div className="grid gap-16">
        <TextInput
          label={i18n.t('Institute code')}
          value={institute}
          onChange={(event) => setInstitute(event.currentTarget.value)}
          maxLength={64}
          size="lg"
          autoComplete="organization"
          autoCapitalize="none"
          autoFocus
        />
        <TextInput
          label={i18n.t('Your ID')}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          maxLength={40}
          size="lg"
          autoComplete="username"
          autoCapitalize="characters"
        />
        <TextInput
          label={i18n.t('OTP')}
          description={i18n.t('8 letters and digits')}
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
        {i18n.t('Log in')}
      </Button>
    </form>
  );
}
