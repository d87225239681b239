import { brand } from '@abhyas/contract/brand';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../platform/queries.ts';
import { currentUser, rememberUser, type User } from '../../platform/user.ts';
import card from '../../ui/card.module.css';
import { CodeStep } from './CodeStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { RegisterStep } from './RegisterStep.tsx';
import classes from './SignInPage.module.css';

/** What was asked for: a code to this number. */
export interface SentCode {
  phone: string;
  resendAfter: number;
  demoCode: string | null;
}

type Step = { name: 'phone'; phone: string } | { name: 'code'; sent: SentCode } | { name: 'register' };

const isRegistered = (user: User) => user.type !== 'Student' || (user.name !== null && user.course !== null);

function firstStep(): Step {
  const user = currentUser();
  return user && !isRegistered(user) ? { name: 'register' } : { name: 'phone', phone: '' };
}

/** Only an address of this site is returned to. */
const isOwnAddress = (address: string) => /^\/(?![/\\])/.test(address) && !address.startsWith('/login');

/** Phone number, one-time code, and for who is new name and course. */
export default function SignInPage() {
  const { to } = useSearch({ from: '/login' });
  const router = useRouter();
  const [step, setStep] = useState<Step>(firstStep);

  /** Through the door: `/` knows where each kind of person lands. */
  function enter(user: User) {
    queryClient.clear();
    rememberUser(user);
    router.history.replace(to !== undefined && isOwnAddress(to) ? to : '/');
  }

  function register(user: User) {
    rememberUser(user);
    setStep({ name: 'register' });
  }

  return (
    <div className={classes.root}>
      <section className={`${card.card} ${classes.card}`}>
        {step.name === 'phone' && <PhoneStep phone={step.phone} onSent={(sent) => setStep({ name: 'code', sent })} />}
        {step.name === 'code' && (
          <CodeStep
            sent={step.sent}
            onSent={(sent) => setStep({ name: 'code', sent })}
            onChangePhone={() => setStep({ name: 'phone', phone: step.sent.phone })}
            onSignedIn={(user) => (isRegistered(user) ? enter(user) : register(user))}
          />
        )}
        {step.name === 'register' && <RegisterStep onSaved={enter} />}
      </section>
      {step.name === 'phone' && (
        <p className={classes.notice}>
          Student of an institute? Log in with the ID and OTP given by your institute, not with a personal phone number. Questions:{' '}
          {brand.supportPhone}
        </p>
      )}
    </div>
  );
}
