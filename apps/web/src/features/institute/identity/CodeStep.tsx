import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { formatPhone } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import CodeBoxes from '../../../ui/CodeBoxes.tsx';
import { CODE_LENGTH } from '../../../ui/code-length.ts';
import { toast } from '../../../ui/toasts.ts';
import { type SentCode, sentCodeOf } from './sent-code.ts';
import classes from './SignInPage.module.css';
import { type SignedIn, useExchangeCode, useLogin, useRequestCode } from './sign-in.queries.ts';
import type { Several } from './PeopleStep.tsx';
import { useCountdown } from './useCountdown.ts';

const toastOf = (error: Error) => toast.error(messageOf(error));

interface Props {
  sent: SentCode;
  onSent: (sent: SentCode) => void;
  onChangePhone: () => void;
  onSignedIn: (answer: SignedIn) => void;
  /** Called when several people share the number. */
  onSeveral: (several: Several) => void;
}

/** Six boxes for the code. The sixth digit submits it; a wrong code empties the boxes. */
export function CodeStep({ sent, onSent, onChangePhone, onSignedIn, onSeveral }: Props) {
  const [code, setCode] = useState('');
  const [tries, setTries] = useState(0);
  const login = useLogin();
  const request = useRequestCode();
  const waitSeconds = useCountdown(sent.resendFrom);
  const exchange = useExchangeCode();
  const isBusy = login.isPending || exchange.isPending;
  const isSeveral = login.error instanceof Problem && login.error.code === 'several_people';
  const failure = (isSeveral ? null : login.error) ?? exchange.error ?? request.error;

  function verify(otp: string) {
    if (otp.length !== CODE_LENGTH || isBusy) return;
    request.reset();
    exchange.reset();
    const again = (error: Error) => {
      toastOf(error);
      setCode('');
      setTries((count) => count + 1);
    };
    login.mutate(
      { phone_number: sent.phone, otp },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          if (!(error instanceof Problem && error.code === 'several_people')) return again(error);
          return exchange.mutate(
            { phone_number: sent.phone, otp },
            { onSuccess: ({ ticket, people }) => onSeveral({ phone: sent.phone, ticket, people }), onError: again },
          );
        },
      },
    );
  }

  function resend() {
    login.reset();
    exchange.reset();
    setCode('');
    request.mutate({ phone_number: sent.phone }, { onSuccess: (answer) => onSent(sentCodeOf(sent.phone, answer)), onError: toastOf });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    verify(code);
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle={i18n.t('Enter the code')}>
        {i18n.t('Enter the code')}
      </PageTitle>
      <p className={classes.lead}>
        <Trans
          id="Sent to <0>+91 {phone}</0>. <1>change</1>"
          components={{
            0: <span className="tabular" />,
            1: <button type="button" className={`font-semibold text-accent ${classes.textButton}`} onClick={onChangePhone} />,
          }}
          values={{ phone: formatPhone(sent.phone) }}
        />
      </p>
      {sent.demoCode && (
        <p className="mb-16 px-16 py-12 border border-dashed border-warning rounded-control bg-warning-soft text-14 text-warning">
          <Trans
            id="<0>Demo:</0> no message is sent. The code would be <1>{demoCode}</1>."
            components={{ 0: <strong />, 1: <strong className="tabular" /> }}
            values={{ demoCode: sent.demoCode }}
          />
        </p>
      )}
      {/* A new key after a wrong code moves the focus back to the first box. */}
      <CodeBoxes
        key={tries}
        value={code}
        onChange={setCode}
        onComplete={verify}
        isBusy={isBusy}
        isWrong={(login.error !== null && !isSeveral) || exchange.error !== null}
      />
      {/* A toast has announced it. */}
      {failure && <p className="mt-12 text-14 text-incorrect">{messageOf(failure)}</p>}
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={code.length !== CODE_LENGTH} loading={isBusy}>
        {i18n.t('Verify')}
      </Button>
      <p className="flex items-center justify-center min-h-44 mt-8 text-14 text-ink-soft">
        {waitSeconds > 0 ? (
          <span className="tabular">{i18n.t('Resend the code in {waitSeconds} s', { waitSeconds })}</span>
        ) : (
          <button type="button" className={`font-semibold text-accent ${classes.textButton}`} onClick={resend} disabled={request.isPending}>
            {i18n.t('Resend the code')}
          </button>
        )}
      </p>
    </form>
  );
}
