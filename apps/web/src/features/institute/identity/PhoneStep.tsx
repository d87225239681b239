import { i18n } from '../../../platform/language.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { toast } from '../../../ui/toasts.ts';
import { canResend, readSentCode, type SentCode, sentCodeOf } from './sent-code.ts';
import { useRequestCode } from './sign-in.queries.ts';

/** Asks for the phone number: ten digits, then the button or Enter continues. */
export function PhoneStep({ phone: initial, onSent }: { phone: string; onSent: (sent: SentCode) => void }) {
  const [phone, setPhone] = useState(initial);
  const request = useRequestCode();
  const isComplete = phone.length === PHONE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || request.isPending) return;
    // A code sent to this number earlier is still valid, and another may not be requested yet.
    const sent = readSentCode();
    if (sent?.phone === phone && !canResend(sent)) onSent(sent);
    else {
      request.mutate(
        { phone_number: phone },
        { onSuccess: (answer) => onSent(sentCodeOf(phone, answer)), onError: (error) => toast.error(messageOf(error)) },
      );
    }
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle={i18n.t('Sign in')}>
        {i18n.t('Log in or join')}
      </PageTitle>
      <PhoneInput
        label={i18n.t('Phone number')}
        description={i18n.t('We send a code to this number.')}
        value={phone}
        onChange={setPhone}
        error={request.error ? messageOf(request.error) : undefined}
        leftSection={<span className="text-ink-soft tabular">+91</span>}
        leftSectionWidth={56}
        size="lg"
        autoComplete="tel-national"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={!isComplete} loading={request.isPending}>
        {i18n.t('Next')}
      </Button>
    </form>
  );
}
