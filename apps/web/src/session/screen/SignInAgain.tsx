import { exchangeCode, login, loginAs, requestOtp } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../platform/call.ts';
import { messageOf } from '../../platform/failure.ts';
import { i18n } from '../../platform/language.ts';
import { rememberUser, type User } from '../../platform/user.ts';
import { SixDigits } from '../../ui/SixDigits.tsx';
import styles from './dialog.module.css';
import { BlockingModal } from '../../ui/BlockingModal.tsx';

interface SignInAgainProps {
  student: User;
  /** Called when the same student has signed in again. */
  onSignedIn: () => void;
  /** Called when a person has signed in who is not the student of this session. */
  onOther: () => void;
}

/** Asks for a new sign-in on top of a running session; the answers stay on the screen. */
export function SignInAgain({ student, onSignedIn, onOther }: SignInAgainProps) {
  const [sent, setSent] = useState<{ demoOtp: string | null } | null>(null);
  const [code, setCode] = useState('');
  /** Each failed try empties the six boxes. */
  const [tries, setTries] = useState(0);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { phone } = student;

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setMessage('');
    await act().catch((failure: unknown) => {
      setMessage(messageOf(failure));
      setCode('');
      setTries((count) => count + 1);
    });
    setBusy(false);
  };
  const askForCode = (number: string) =>
    attempt(async () => {
      const { demo_otp } = await call(requestOtp, { phone_number: number });
      setSent({ demoOtp: demo_otp ?? null });
    });
  const signIn = (number: string, otp: string) =>
    attempt(async () => {
      const { user } = await call(login, { phone_number: number, otp }).catch(async (failure: unknown) => {
        if (!(failure instanceof Problem && failure.code === 'several_people')) throw failure;
        // Several people may share the number, so the session's student is chosen.
        const { ticket } = await call(exchangeCode, { phone_number: number, otp });
        return call(loginAs, { phone_number: number, ticket, user_id: student.id });
      });
      rememberUser(user);
      if (user.id === student.id) onSignedIn();
      else onOther();
    });

  return (
    <BlockingModal title={i18n.t('Sign in to go on')}>
      <p className={`${styles.text} flex gap-16 leading-reading`}>
        {i18n.t('Your sign-in has ended. Your answers are saved on this device and are sent as soon as you are signed in again.')}
      </p>
      {phone !== null && sent && (
        <SixDigits
          key={tries}
          value={code}
          onChange={setCode}
          onComplete={(otp) => void signIn(phone, otp)}
          isBusy={isBusy}
          isWrong={message !== ''}
        />
      )}
      {sent?.demoOtp && (
        <p className={`${styles.text} flex gap-16 leading-reading`}>{i18n.t('Demo: the code is {demoOtp}.', { demoOtp: sent.demoOtp })}</p>
      )}
      <p className="min-h-[1.5em] mt-8 text-14 text-incorrect" role="alert">
        {message}
      </p>
      <div className={`ends ${styles.actions}`}>
        {phone === null ? (
          <Button component="a" href={`/login?to=${encodeURIComponent(location.pathname)}`}>
            {i18n.t('Sign in')}
          </Button>
        ) : (
          <Button loading={isBusy} variant={sent ? 'default' : 'filled'} onClick={() => void askForCode(phone)}>
            {sent ? i18n.t('Send another code') : i18n.t('Send a code to +91 {phone}', { phone })}
          </Button>
        )}
      </div>
    </BlockingModal>
  );
}
