import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../platform/failure.ts';
import { formatPhone } from '../../ui/format.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { canResend, readSentCode, type SentCode, sentCodeOf } from './sent-code.ts';
import classes from './SignInPage.module.css';
import { useRequestCode } from './sign-in.queries.ts';

const PHONE_LENGTH = 10;

/** What is typed or pasted, with or without the country: '+91 98765 43210', '098765 43210'. */
function digitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return (digits.length > PHONE_LENGTH ? digits.replace(/^(91|0)/, '') : digits).slice(0, PHONE_LENGTH);
}

/** Digits only, at most ten; Next, by button or Enter, at exactly ten. */
export function PhoneStep({ phone: initial, onSent }: { phone: string; onSent: (sent: SentCode) => void }) {
  const [phone, setPhone] = useState(initial);
  const request = useRequestCode();
  const isComplete = phone.length === PHONE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || request.isPending) return;
    // The code that is under way to this number is as good as another, which may not be asked for yet.
    const sent = readSentCode();
    if (sent?.phone === phone && !canResend(sent)) onSent(sent);
    else request.mutate({ phone_number: phone }, { onSuccess: (answer) => onSent(sentCodeOf(phone, answer)) });
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle="Sign in">
        Log in or join
      </PageTitle>
      <TextInput
        label="Phone number"
        description="We send a code to this number."
        value={formatPhone(phone)}
        onChange={(event) => setPhone(digitsOf(event.currentTarget.value))}
        error={request.error ? messageOf(request.error) : undefined}
        leftSection={<span className={classes.prefix}>+91</span>}
        leftSectionWidth={56}
        size="lg"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={!isComplete} loading={request.isPending}>
        Next
      </Button>
    </form>
  );
}
