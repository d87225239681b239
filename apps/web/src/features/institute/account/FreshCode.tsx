import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import { requestOtp } from '@abhyas/contract/institute/identity';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { formatPhone } from '../../../ui/format.ts';
import CodeBoxes from '../../../ui/CodeBoxes.tsx';
import classes from './ProfilePage.module.css';

interface Props {
  /** The number to which the code is sent. */
  phone: string;
  /** The action that needs the code. If the action fails, the failure is shown and the boxes are emptied. */
  act: (otp: string) => Promise<unknown>;
}

/** Sends a code to a number and, once the code is entered, runs the action that it allows. */
export function FreshCode({ phone, act }: Props) {
  const request = useSend(requestOtp, { ownFailures: true });
  const [sent, setSent] = useState<Answer<typeof requestOtp> | null>(null);
  const [code, setCode] = useState('');
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  async function enter(otp: string) {
    setBusy(true);
    setMessage('');
    try {
      await act(otp);
    } catch (failure) {
      setMessage(messageOf(failure));
      setCode('');
      setTries((count) => count + 1);
    }
    setBusy(false);
  }

  const send = () => request.mutate({ phone_number: phone }, { onSuccess: setSent });
  const failure = request.error && (
    <p className="text-14 text-incorrect" role="alert">
      {messageOf(request.error)}
    </p>
  );
  if (!sent)
    return (
      <>
        {failure}
        <div className="ends">
          <Button loading={request.isPending} onClick={send}>
            {i18n.t('Send a code to +91 {phone}', { phone: formatPhone(phone) })}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className={classes.text}>{i18n.t('Enter the code that was sent to +91 {phone}.', { phone: formatPhone(phone) })}</p>
      {sent.demo_otp && (
        <p className={classes.text}>
          <Trans
            id="Demo: the code is <0>{demo_otp}</0>."
            components={{ 0: <strong className="tabular" /> }}
            values={{ demo_otp: sent.demo_otp }}
          />
        </p>
      )}
      <CodeBoxes
        key={tries}
        value={code}
        onChange={setCode}
        onComplete={(otp) => void enter(otp)}
        isBusy={isBusy}
        isWrong={message !== ''}
      />
      {message && (
        <p className="text-14 text-incorrect" role="alert">
          {message}
        </p>
      )}
      {failure}
      <div className="ends">
        <Button variant="subtle" loading={request.isPending} onClick={send}>
          {i18n.t('Send the code again')}
        </Button>
      </div>
    </>
  );
}
