import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import { askGuardian, giveGuardianConsent, type Relation } from '@abhyas/contract/institute/consent';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import type { User } from '../../../platform/user.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { formatPhone, inOneLine } from '../../../ui/format.ts';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { relationChoices } from '../../../ui/relations.ts';
import { ConsentTerms } from './ConsentTerms.tsx';
import { FreshCode } from './FreshCode.tsx';
import classes from './ProfilePage.module.css';

interface Props {
  user: User;
  /** Whether this is the next step, so that its button is the filled one. */
  isNext: boolean;
  onAgreed: (user: User) => void;
}

/** Sends a link to the guardian's phone; or, if the guardian is here, takes the code that comes to that phone. */
export function AskGuardian({ user, isNext, onAgreed }: Props) {
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState<Answer<typeof askGuardian> | null>(null);
  const [isHere, setHere] = useState(false);
  const ask = useSend(askGuardian, { ownFailures: true });
  const isComplete = phone.length === PHONE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete && !ask.isPending) ask.mutate({ guardian_phone: phone }, { onSuccess: setSent });
  }

  if (isHere) return <ByCode user={user} phone={phone} onBack={() => setHere(false)} onAgreed={onAgreed} />;
  if (sent)
    return (
      <div className="grid gap-12" role="status">
        <p>
          <Trans
            id="A link is on its way to <0>+91 {phone}</0>. It works for three days. Everything opens on this page as soon as they agree."
            components={{ 0: <strong className="whitespace-nowrap" /> }}
            values={{ phone: formatPhone(phone) }}
          />
        </p>
        {sent.demo_link && (
          <p>
            <Trans
              id="Demo: the message contains <0>this link</0>."
              components={{
                0: (
                  <a href={sent.demo_link} target="_blank" rel="noreferrer">
                    …
                  </a>
                ),
              }}
            />
          </p>
        )}
        <div className="ends">
          <Button variant="default" onClick={() => setSent(null)}>
            {i18n.t('Another number')}
          </Button>
          <Button variant="default" onClick={() => setHere(true)}>
            {i18n.t('They are with me: use a code')}
          </Button>
        </div>
      </div>
    );
  return (
    <form onSubmit={submit} className="grid gap-16">
      <PhoneInput
        label={i18n.t('Phone number of your parent or guardian')}
        value={phone}
        onChange={setPhone}
        description={
          phone !== '' && phone === user.phone
            ? i18n.t('This is also your own number. Your parent or guardian enters their name in the next step.')
            : undefined
        }
        size="md"
        autoComplete="off"
      />
      {ask.error && <AlertLine>{messageOf(ask.error)}</AlertLine>}
      <div className="ends">
        <Button variant="subtle" disabled={!isComplete} onClick={() => setHere(true)}>
          {i18n.t('They are with me: use a code')}
        </Button>
        <Button type="submit" variant={isNext ? 'filled' : 'default'} disabled={!isComplete} loading={ask.isPending}>
          {i18n.t('Send them a link')}
        </Button>
      </div>
    </form>
  );
}

interface ByCodeProps {
  user: User;
  phone: string;
  onBack: () => void;
  onAgreed: (user: User) => void;
}

function ByCode({ user, phone, onBack, onAgreed }: ByCodeProps) {
  const [name, setName] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  const agree = async (otp: string) => {
    const given = { guardian_name: inOneLine(name), relation, guardian_phone: phone, otp };
    onAgreed((await call(giveGuardianConsent, given)).user);
  };
  return (
    <div className="grid gap-16">
      <ConsentTerms student={user.name} />
      <TextInput
        label={i18n.t('Name of the parent or guardian')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        size="md"
        autoComplete="off"
        autoFocus
      />
      <NativeSelect
        label={i18n.t('Relation to the student')}
        size="md"
        value={relation}
        onChange={(event) => setRelation(event.currentTarget.value as Relation)}
        data={relationChoices()}
      />
      <p className={classes.text}>{i18n.t('You agree by entering the code that comes to your phone.')}</p>
      {name.trim() !== '' && <FreshCode phone={phone} act={agree} />}
      <div className="ends">
        <Button variant="default" onClick={onBack}>
          {i18n.t('Back')}
        </Button>
      </div>
    </div>
  );
}
