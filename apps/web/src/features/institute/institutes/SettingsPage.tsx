import {
  getInstituteSettings,
  type InstituteSettings as SettingsSchema,
  saveInstituteSettings,
} from '@abhyas/contract/institute/institutes';
import { readableAccent } from '@abhyas/contract/institute/colours';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AccentField, readAccent } from './AccentField.tsx';
import { LogoField } from './LogoField.tsx';
import { showOwnBrand } from './own-settings.ts';
import { StudentAccessForm } from './StudentAccessForm.tsx';

type Settings = Value<typeof SettingsSchema>;

const fields = [
  ['name', 'Name of the institute', 80],
  ['tagline', 'Line below the name', 120],
  ['support_phone', 'Phone for support', 20],
  ['support_email', 'Email for support', 120],
] as const;

/** /staff/settings: name and brand of the institute, and how its students reach the site. */
export default function SettingsPage() {
  const settings = useCall(getInstituteSettings, {}, { staleTime: 0 });
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <Loaded query={settings} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <div className="grid gap-16 max-w-640">
            <SettingsForm settings={data} />
            <LogoField settings={data} />
            <StudentAccessForm />
          </div>
        )}
      </Loaded>
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const [typed, setTyped] = useState(settings);
  const [typedAccent, setTypedAccent] = useState(settings.accent ?? '');
  const accent = readAccent(typedAccent);
  const isAccentGood = accent === null || (accent !== undefined && readableAccent(accent) === accent);
  const send = useSend(saveInstituteSettings, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (accent === undefined || !isAccentGood) return;
    const { name, tagline, support_phone, support_email } = typed;
    send.mutate(
      { name, tagline, support_phone, support_email, accent },
      {
        onSuccess: ({ success: _success, ...saved }) => {
          queryClient.setQueryData(callKey(getInstituteSettings, {}), saved);
          showOwnBrand();
          toast.success('Saved.');
        },
      },
    );
  };
  return (
    <form className={card.card} onSubmit={submit}>
      <p className="text-14 leading-reading text-ink-soft">
        Its code is {settings.code}. Members see all of this from their next visit on; what stays empty is the site’s own.
      </p>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`} style={{ marginTop: 16 }}>
        {fields.map(([field, label, maxLength]) => (
          <TextInput
            key={field}
            label={label}
            maxLength={maxLength}
            required={field === 'name'}
            type={field === 'support_email' ? 'email' : 'text'}
            value={typed[field]}
            onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <AccentField typed={typedAccent} onChange={setTypedAccent} />
      {send.error && <AlertLine>Not saved: {messageOf(send.error)}</AlertLine>}
      <div className={forms.actions}>
        <Button type="submit" disabled={typed.name.trim() === '' || !isAccentGood} loading={send.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
