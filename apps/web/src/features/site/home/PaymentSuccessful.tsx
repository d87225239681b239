import { i18n } from '../../../platform/language.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { forgetPaid, isPaidNoted } from '../../../platform/paid-note.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';

/** Shown once, after a payment. */
export default function PaymentSuccessful() {
  const [isShown, setShown] = useState(isPaidNoted);
  const close = () => {
    forgetPaid();
    setShown(false);
  };
  return (
    <FormDialog
      title={i18n.t('Payment Successful')}
      size={400}
      isOpen={isShown}
      onClose={close}
      back={null}
      actions={<Button onClick={close}>{i18n.t('Start learning')}</Button>}
    >
      <p>{i18n.t("Happy learning! Let's achieve something awesome together!")}</p>
    </FormDialog>
  );
}
