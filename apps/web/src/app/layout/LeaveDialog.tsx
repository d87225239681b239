import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../platform/failure.ts';
import { toast } from '../../ui/toasts.ts';
import { leaveForGood, sendBeforeLeaving } from './leave.ts';
import classes from './layout.module.css';

/** Logs out, at once when every answer has been sent; else says what would be lost and offers to send it. */
export default function LeaveDialog({ studentId, onStay }: { studentId: number; onStay: () => void }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'busy' | 'owing'>('busy');
  const hasBegun = useRef(false);

  async function leave() {
    setState('busy');
    try {
      await leaveForGood();
      await navigate({ to: '/' });
    } catch (failure) {
      toast.error(wordsOf(failure));
      onStay();
    }
  }

  async function sendThenLeave() {
    setState('busy');
    if (await sendBeforeLeaving(studentId)) setState('owing');
    else await leave();
  }

  // Once, though effects run twice in development.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void sendThenLeave();
  });

  return (
    <Modal opened={state === 'owing'} onClose={onStay} title="Some answers have not been sent" size={480}>
      <p>
        They are saved on this device only. Logging out removes them. Send them first, or stay signed in: they are sent when the network
        allows.
      </p>
      <div className={classes.dialogActions}>
        <Button variant="subtle" color="red" onClick={() => void leave()}>
          Log out and lose them
        </Button>
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button onClick={() => void sendThenLeave()}>Send and log out</Button>
      </div>
    </Modal>
  );
}
