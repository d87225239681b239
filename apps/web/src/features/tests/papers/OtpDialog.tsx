import { Button } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type FormEvent, useState } from 'react';
import CodeBoxes from '../../../ui/CodeBoxes.tsx';
import { CODE_LENGTH } from '../../../ui/code-length.ts';
import { toast } from '../../../ui/toasts.ts';

interface Props {
  /** Number of wrong codes so far; each of them empties the boxes. */
  wrongTries: number;
  isBusy: boolean;
  onCode: (otp: string) => void;
  onCancel: () => void;
}

/** Asks for the code of the institute before a test begins. The sixth digit submits. */
export default function OtpDialog({ wrongTries, isBusy, onCode, onCancel }: Props) {
  return (
    <Dialog opened onClose={onCancel} title={i18n.t('Enter the OTP')} size={440}>
      <CodeForm key={wrongTries} isWrong={wrongTries > 0} isBusy={isBusy} onCode={onCode} onCancel={onCancel} />
    </Dialog>
  );
}

function CodeForm({ isWrong, isBusy, onCode, onCancel }: Omit<Props, 'wrongTries'> & { isWrong: boolean }) {
  const [code, setCode] = useState('');

  function proceed(otp: string) {
    if (isBusy) return;
    if (otp.length === CODE_LENGTH) onCode(otp);
    else toast.error(i18n.t('Otp must be 6 digits.'));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    proceed(code);
  }

  return (
    <form onSubmit={submit}>
      <p className="mb-20 leading-reading text-ink-soft">
        {i18n.t('This test opens with a code of 6 digits. Your institute gives it to you.')}
      </p>
      <CodeBoxes value={code} onChange={setCode} onComplete={proceed} isBusy={isBusy} isWrong={isWrong && code === ''} />
      <div className="ends mt-24">
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {i18n.t('Continue')}
        </Button>
      </div>
    </form>
  );
}
