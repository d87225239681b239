import { Trans } from '@lingui/react';
import { i18n, translated } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { enquire, isEmail, isPhone } from '@abhyas/contract/site/public-pages';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';

type Field = 'institute' | 'name' | 'phone' | 'email' | 'city' | 'students' | 'message';
type Values = Record<Field, string>;
const empty: Values = { institute: '', name: '', phone: '', email: '', city: '', students: '', message: '' };

function faultsOf({ institute, name, phone, email }: Values): Partial<Values> {
  return {
    ...(institute.trim() === '' && { institute: i18n.t('Enter the name of the institute.') }),
    ...(name.trim() === '' && { name: i18n.t('Enter your name.') }),
    ...(!isPhone(phone) && { phone: i18n.t('Invalid Phone!') }),
    ...(email !== '' && !isEmail(email) && { email: i18n.t('Email is not valid!') }),
  };
}

/** /sign_up?type=INSTITUTE: an institute leaves its phone number and we call back. Students register at the sign-in page. */
export default function SignUpPage() {
  const { info } = useSearch({ from: '/sign_up' });
  const [values, setValues] = useState(empty);
  const [isAsked, setAsked] = useState(false);
  const send = useSend(enquire, { ownFailures: true });
  const faults = isAsked ? faultsOf(values) : {};
  const field = (name: Field) => ({
    value: values[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setValues({ ...values, [name]: value }),
    size: 'md',
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(faultsOf(values)).length > 0 || send.isPending) return;
    const { students, ...texts } = values;
    const count = Number(students);
    send.mutate({
      ...texts,
      ...(Number.isInteger(count) && count > 0 && { students: count }),
      ...(info && { info: beginningOf(info, 40) }),
    });
  }

  if (send.data)
    return (
      <EmptyState role="status" title={send.data.message} action={<ButtonLink to="/">{i18n.t('Back to the start')}</ButtonLink>}>
        {i18n.t('We call {phone} on a working day.', { phone: values.phone })}
      </EmptyState>
    );
  return (
    <div className="max-w-560 mx-auto">
      <PageTitle inPage windowTitle={i18n.t('{name} for institutes', { name: brand.name })}>
        {translated(brand.landing.institute.title)}
      </PageTitle>
      <p className="mt-8 mb-24 leading-reading text-ink-soft">
        {i18n.t('{text} Leave your number and we show you how.', { text: translated(brand.landing.institute.text) })}
      </p>
      <form className={`${card.card} grid gap-16`} noValidate onSubmit={submit}>
        <TextInput label={i18n.t('Institute')} maxLength={120} autoComplete="organization" required {...field('institute')} />
        <TextInput label={i18n.t('Your name')} maxLength={100} autoComplete="name" required {...field('name')} />
        <PhoneInput
          label={i18n.t('Phone')}
          autoComplete="tel-national"
          required
          {...field('phone')}
          onChange={(phone) => setValues({ ...values, phone })}
        />
        <TextInput label={i18n.t('Email')} maxLength={200} type="email" autoComplete="email" {...field('email')} />
        <TextInput label={i18n.t('City')} maxLength={100} autoComplete="address-level2" {...field('city')} />
        <TextInput label={i18n.t('Number of students')} maxLength={7} inputMode="numeric" {...field('students')} />
        <Textarea label={i18n.t('What do you want to do?')} maxLength={1000} rows={3} {...field('message')} />
        {send.error && (
          <p role="alert" className="text-14 text-incorrect">
            {send.error instanceof NetworkFailure ? brand.messages.networkError : messageOf(send.error)}
          </p>
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {i18n.t('Join for Free')}
        </Button>
      </form>
      <p className="flex flex-wrap items-center mt-16 text-ink-soft">
        <Trans
          id="A student? <0>Log in or join here</0>"
          components={{ 0: <ButtonLink to="/login" search={info ? { info } : {}} variant="subtle" px="xs" /> }}
        />
      </p>
    </div>
  );
}
