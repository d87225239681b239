import { brand } from '@abhyas/contract/institute/brand';
import { type Application, applicationLimits, isEmail, isPhone } from '@abhyas/contract/site/public-pages';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { i18n, translated } from '../../../platform/language.ts';
import { messageOf } from '../../../platform/failure.ts';
import card from '../../../ui/card.module.css';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { sendApplication } from './send-application.ts';
import classes from './Pages.module.css';

type Field = Exclude<keyof Application, 'type'>;
type Faults = Partial<Record<Field | 'resume', string>>;
const empty: Record<Field, string> = { name: '', email: '', phone: '', current_company: '', current_position: '', why_abhyas: '' };

function resumeFault(file: File | null): string | undefined {
  if (!file) return i18n.t('Choose your resume as a PDF.');
  if (file.size > applicationLimits.resumeBytes) return i18n.t('Resume should be less than 5 MB.');
  return file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf') ? undefined : i18n.t('Resume should be a PDF.');
}

function faultsOf({ name, email, phone }: Record<Field, string>, file: File | null): Faults {
  const resume = resumeFault(file);
  return {
    ...(name.trim() === '' && { name: i18n.t('Enter your name.') }),
    ...(!isEmail(email.trim()) && { email: i18n.t('Email is not valid!') }),
    ...(!isPhone(phone) && { phone: i18n.t('Invalid Phone!') }),
    ...(resume && { resume }),
  };
}

/** The application for a position, with a resume. Errors are shown under their fields. */
export function ApplyForm({ position }: { position: string }) {
  const [values, setValues] = useState(empty);
  const [resume, setResume] = useState<File | null>(null);
  const [isAsked, setAsked] = useState(false);
  const file = useId();
  const send = useMutation({ mutationFn: sendApplication, meta: { ownFailures: true }, networkMode: 'always' });
  const faults: Faults = isAsked ? faultsOf(values, resume) : {};
  const field = (name: Field) => ({
    value: values[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setValues({ ...values, [name]: value }),
    size: 'md',
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!resume || Object.keys(faultsOf(values, resume)).length > 0 || send.isPending) return;
    send.mutate({ fields: { ...values, email: values.email.trim(), type: position }, resume });
  }

  if (send.data)
    return (
      <section className={`${card.card} ${classes.apply}`} role="status">
        <h2>{translated(send.data)}</h2>
        <p>{i18n.t('We write to {email}.', { email: values.email })}</p>
      </section>
    );
  return (
    <section className={`${card.card} ${classes.apply}`} aria-labelledby="apply">
      <h2 id="apply">{i18n.t('Apply for this position')}</h2>
      <form className="grid gap-16" noValidate onSubmit={submit}>
        <TextInput label={i18n.t('Name')} maxLength={applicationLimits.name} autoComplete="name" required {...field('name')} />
        <TextInput
          label={i18n.t('Email')}
          maxLength={applicationLimits.email}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
        />
        <PhoneInput
          label={i18n.t('Phone')}
          autoComplete="tel-national"
          required
          {...field('phone')}
          onChange={(phone) => setValues({ ...values, phone })}
        />
        <TextInput
          label={i18n.t('Current company')}
          maxLength={applicationLimits.other}
          autoComplete="organization"
          {...field('current_company')}
        />
        <TextInput
          label={i18n.t('Current position')}
          maxLength={applicationLimits.other}
          autoComplete="organization-title"
          {...field('current_position')}
        />
        <Textarea label={i18n.t('Why {name}?', { name: brand.name })} maxLength={applicationLimits.why} rows={3} {...field('why_abhyas')} />
        <div>
          <label className={`text-14 font-medium ${classes.fileLabel}`} htmlFor={file}>
            {i18n.t('Resume (PDF, up to 5 MB)')} <span aria-hidden>*</span>
          </label>
          <input
            id={file}
            className="w-full min-h-44 p-8 border border-line-strong rounded-control text-14 aria-[invalid=true]:border-incorrect"
            type="file"
            accept="application/pdf,.pdf"
            required
            aria-invalid={faults.resume !== undefined}
            aria-describedby={faults.resume === undefined ? undefined : `${file}-fault`}
            onChange={({ currentTarget: { files } }) => setResume(files?.[0] ?? null)}
          />
          {faults.resume !== undefined && (
            <p id={`${file}-fault`} className="text-14 text-incorrect">
              {faults.resume}
            </p>
          )}
        </div>
        {send.error && (
          <p role="alert" className="text-14 text-incorrect">
            {messageOf(send.error)}
          </p>
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {i18n.t('Apply now')}
        </Button>
      </form>
    </section>
  );
}
