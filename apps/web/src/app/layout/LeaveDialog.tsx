import { i18n } from '../../platform/language.ts';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../platform/failure.ts';
import { toast } from '../../ui/toasts.ts';
import { leaveForGood, type UnsentRecord, saveAnswerFiles, sendBeforeLeaving } from './leave.ts';

/** Logs out immediately if every answer has been sent. Otherwise it lists the answers that would be lost, and offers to send them. */
export default function LeaveDialog({ studentId, onStay }: { studentId: number; onStay: () => void }) {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<readonly UnsentRecord[]>([]);
  const [isSaved, setSaved] = useState(false);
  const hasBegun = useRef(false);

  async function leave() {
    setUnsent([]);
    try {
      await leaveForGood();
      await navigate({ to: '/' });
    } catch (failure) {
      toast.error(messageOf(failure));
      onStay();
    }
  }

  async function sendThenLeave() {
    setUnsent([]);
    const left = await sendBeforeLeaving(studentId);
    if (left.length > 0) setUnsent(left);
    else await leave();
  }

  async function save() {
    try {
      await saveAnswerFiles(unsent);
      setSaved(true);
    } catch (failure) {
      toast.error(messageOf(failure));
    }
  }

  // Runs once, although effects run twice in development.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void sendThenLeave();
  });

  const hasFile = unsent.some(({ sealKey }) => sealKey !== null);
  const areAllTests = unsent.every(({ sealKey }) => sealKey !== null);
  return (
    <Modal opened={unsent.length > 0} onClose={onStay} title={i18n.t('Some answers have not been sent')} size={480}>
      <p>
        {i18n.t(
          'They are saved on this device only. Logging out removes them. Send them first, or stay signed in: they are sent when the network allows.',
        )}
      </p>
      {hasFile && (
        <p role="status">
          {isSaved
            ? i18n.t('The answer file is saved. Send it from any device, on the page Answer file; that ends its test.')
            : areAllTests
              ? i18n.t(
                  'You can also save them as an answer file, to be sent later from any device, on the page Answer file; that ends its test.',
                )
              : i18n.t(
                  'You can also save those of tests as an answer file, to be sent later from any device, on the page Answer file; that ends its test.',
                )}
        </p>
      )}
      <div className="ends mt-24">
        <Button variant="subtle" color="red" onClick={() => void leave()}>
          {i18n.t('Log out and lose them')}
        </Button>
        {hasFile && (
          <Button variant="default" onClick={() => void save()}>
            {i18n.t('Save the answer file')}
          </Button>
        )}
        <Button variant="default" onClick={onStay}>
          {i18n.t('Stay')}
        </Button>
        <Button onClick={() => void sendThenLeave()}>{i18n.t('Send and log out')}</Button>
      </div>
    </Modal>
  );
}
