import { adoptLanguage } from '../../../platform/choose-language.ts';
import { choosesLanguage, i18n } from '../../../platform/language.ts';
import { LanguageChoice } from '../../../ui/LanguageChoice.tsx';
import { isRegistered } from '@abhyas/contract/institute/access';
import { brand } from '@abhyas/contract/institute/brand';
import { getGuardianRequests } from '@abhyas/contract/reports/guardians';
import { Loader } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { queryClient } from '../../../platform/queries.ts';
import { currentUser, rememberUser, type User } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { toast } from '../../../ui/toasts.ts';
import { AimStep } from './AimStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { InstituteStep } from './InstituteStep.tsx';
import { PeopleStep, type Several } from './PeopleStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { RegisterStep } from './RegisterStep.tsx';
import type { SignedIn } from './sign-in.queries.ts';
import { keepSentCode, readSentCode, type SentCode } from './sent-code.ts';
import classes from './SignInPage.module.css';

type Step =
  | { name: 'phone'; phone: string }
  | { name: 'institute' }
  | { name: 'code'; sent: SentCode }
  | { name: 'asking' }
  | { name: 'people'; several: Several }
  | { name: 'register'; user: User }
  | { name: 'aim'; user: User };

function firstStep(): Step {
  const user = currentUser();
  if (user && !isRegistered(user)) return { name: 'register', user };
  const sent = readSentCode();
  return sent ? { name: 'code', sent } : { name: 'phone', phone: '' };
}

/** The longest time (ms) that a new person waits for their invitations to load. */
const askingMs = 4000;

/** The address to return to, if it belongs to this site. */
const isOwnAddress = (address: string) => /^\/(?![/\\])/.test(address) && !address.startsWith('/login');

/** Signs in with a phone number and a one-time code; a new person also gives name and course. */
export default function SignInPage() {
  const { to } = useSearch({ strict: false });
  const router = useRouter();
  const [step, setStep] = useState<Step>(firstStep);

  function waitForCode(sent: SentCode) {
    keepSentCode(sent);
    setStep({ name: 'code', sent });
  }

  /** Leads to `place`; by default to `/`, which redirects each kind of person to its start page. */
  function enter(user: User, place = to !== undefined && isOwnAddress(to) ? to : '/') {
    queryClient.clear();
    rememberUser(user);
    router.history.replace(place);
  }

  function register(user: User) {
    rememberUser(user);
    setStep({ name: 'register', user });
  }

  async function goOn({ user: signedIn, message }: SignedIn) {
    keepSentCode(null);
    const user = await adoptLanguage(signedIn);
    toast.success(message);
    if (isRegistered(user)) {
      enter(user);
      return;
    }
    setStep({ name: 'asking' });
    // A parent whom a student named as guardian answers the invitation and does not register as a student.
    void call(getGuardianRequests, {}, { signal: AbortSignal.timeout(askingMs) }).then(
      ({ requests }) => (requests.length > 0 ? enter(user, '/invitations') : register(user)),
      () => register(user),
    );
  }

  return (
    <div className="max-w-440 mx-auto my-24 max-36:my-0">
      {choosesLanguage(currentUser()) && (
        <div className="max-w-240 mx-auto mb-16">
          <LanguageChoice />
        </div>
      )}
      <section className={`${card.card} ${classes.card}`}>
        {step.name === 'phone' && (
          <>
            <PhoneStep phone={step.phone} onSent={waitForCode} />
            <GoogleButton onSignedIn={(answer) => void goOn(answer)} />
          </>
        )}
        {step.name === 'institute' && (
          <InstituteStep onBack={() => setStep({ name: 'phone', phone: '' })} onSignedIn={(answer) => void goOn(answer)} />
        )}
        {step.name === 'code' && (
          <CodeStep
            sent={step.sent}
            onSent={waitForCode}
            onChangePhone={() => setStep({ name: 'phone', phone: step.sent.phone })}
            onSignedIn={(answer) => void goOn(answer)}
            onSeveral={(several) => {
              // The code is forgotten, because it has been used.
              keepSentCode(null);
              setStep({ name: 'people', several });
            }}
          />
        )}
        {step.name === 'people' && (
          <PeopleStep
            several={step.several}
            onChangePhone={() => setStep({ name: 'phone', phone: step.several.phone })}
            onSignedIn={(answer) => void goOn(answer)}
          />
        )}
        {step.name === 'asking' && (
          <div className="flex items-center justify-center gap-12 min-h-160 text-ink-soft" role="status">
            <Loader size={26} aria-hidden />
            {i18n.t('One moment …')}
          </div>
        )}
        {step.name === 'register' && (
          <RegisterStep
            name={step.user.name}
            onSaved={({ auth: { user }, message }) => {
              toast.success(message);
              // Exam and year wait for the consent, because the server stores neither before.
              if (user.consent === 'missing') {
                enter(user);
                return;
              }
              rememberUser(user);
              setStep({ name: 'aim', user });
            }}
          />
        )}
        {step.name === 'aim' && <AimStep user={step.user} onDone={(user) => enter(user)} />}
      </section>
      {step.name === 'phone' && (
        <aside className={`grid gap-4 mx-32 mt-24 text-14 max-36:mx-16 ${classes.notice}`}>
          <strong>{i18n.t('Student of an institute?')}</strong>
          <p className="text-14 text-ink-soft">
            {i18n.t('Log in with the ID and OTP given by your institute, not with a personal phone number.')}
          </p>
          <button
            type="button"
            className={`font-semibold text-accent ${classes.textButton}`}
            onClick={() => setStep({ name: 'institute' })}
          >
            {i18n.t('Log in with ID and OTP')}
          </button>
          <strong>{i18n.t('Moved to this machine?')}</strong>
          <Link to="/continue_test" className={`inline-flex items-center font-semibold text-accent ${classes.textButton}`}>
            {i18n.t('Continue your test with a code')}
          </Link>
          <p className="text-14 text-ink-soft">{i18n.t('Questions: {supportPhone}', { supportPhone: brand.supportPhone })}</p>
        </aside>
      )}
    </div>
  );
}
