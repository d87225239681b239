import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { forgetPaid, isPaidNoted } from '../../../platform/paid-note.ts';
import classes from './PaymentSuccessful.module.css';

/** Told once, after a payment (spec 1, section 2.4). */
export default function PaymentSuccessful() {
  const [isShown, setShown] = useState(isPaidNoted);
  const close = () => {
    forgetPaid();
    setShown(false);
  };
  return (
    <Modal opened={isShown} onClose={close} title="Payment Successful" size={400} centered>
      <p>Happy learning! Let's achieve something awesome together!</p>
      <div className={classes.actions}>
        <Button onClick={close}>Start learning</Button>
      </div>
    </Modal>
  );
}
