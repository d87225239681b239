import { brand } from '@abhyas/contract/institute/brand';
import { giveGuardianConsent, type Relation, relations } from '@abhyas/contract/institute/consent';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { queryClient } from '../../../platform/queries.ts';
import { rememberUser, useUser } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import layoutStyles from '../../../ui/layout.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { relationWords } from '../../../ui/relations.ts';
import { toast } from '../../../ui/toasts.ts';
import { FreshCode } from './FreshCode.tsx';
import classes from './ProfilePage.module.css';

/** /consent: a student under 18 asks a parent or guardian, who agrees with a code sent to their own phone. */
export default function ConsentPage() {
  const user = useUser();
  const router = useRouter();
  const [name, setName] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  const [phone, setPhone] = useState('');
  const [isAsked, setAsked] = useState(false);
  if (!user) return null;
  const isComplete = name.trim() !== '' && phone.length === PHONE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) setAsked(true);
  }

  const agree = async (otp: string) => {
    const given = { guardian_name: name.trim(), relation, guardian_phone: phone, otp };
    const answer = await call(giveGuardianConsent, given);
    queryClient.clear();
    rememberUser(answer.user);
    toast.success('Thank you. Everything is open now.');
    router.history.replace('/');
  };

  return (
    <div className={`${layoutStyles.stack16} ${classes.page}`}>
      <PageTitle>A parent or guardian agrees</PageTitle>
      <section className={card.card}>
        {isAsked ? (
          <div className={layoutStyles.stack16}>
            <p>
              <strong>To {name.trim()}:</strong> {user.name ?? 'Your child'} is under 18 and wants to study with {brand.name}. We store
              name, age, phone number, answers and results, show no advertising, track nobody, and sell nothing. You may have it all, and
              have it deleted, at any time.
            </p>
            <p className={classes.text}>
              Read the{' '}
              <Link to="/privacy" target="_blank">
                privacy page
              </Link>{' '}
              and the{' '}
              <Link to="/terms" target="_blank">
                terms
              </Link>
              . You agree by entering the code that comes to your phone.
            </p>
            <FreshCode phone={phone} act={agree} />
            <div className={layoutStyles.ends}>
              <Button variant="default" onClick={() => setAsked(false)}>
                Change
              </Button>
            </div>
          </div>
        ) : (
          <form onSubmit={submit} className={layoutStyles.stack16}>
            <p className={classes.text}>
              You are under 18: before you begin, a parent or guardian must agree with their own phone. It takes a minute. Tests of an
              institute that has recorded their consent are open already.
            </p>
            <TextInput
              label="Name of your parent or guardian"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={80}
              size="md"
              autoComplete="off"
              autoFocus
            />
            <NativeSelect
              label="They are your"
              size="md"
              value={relation}
              onChange={(event) => setRelation(event.currentTarget.value as Relation)}
              data={relations.map((value) => ({ value, label: relationWords[value] }))}
            />
            <PhoneInput
              label="Their phone number"
              value={phone}
              onChange={setPhone}
              description={
                phone !== '' && phone === user.phone ? 'This is your own number too: their name is recorded with it.' : undefined
              }
              size="md"
              autoComplete="off"
            />
            <div className={layoutStyles.ends}>
              <Button type="submit" disabled={!isComplete}>
                Continue
              </Button>
            </div>
          </form>
        )}
      </section>
    </div>
  );
}
