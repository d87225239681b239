import type { SessionState } from '@abhyas/exam/session';
import { Button, Modal } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './UploadFailedModal.module.css';

/** The answers as a file of the student's own, to be kept or handed to staff. */
function download(state: SessionState): void {
  const { session_id, session_time_spent, responses, visits, writer } = state;
  const file = new Blob(
    [JSON.stringify({ session_id, writer, session_time_spent, responses: Object.values(responses), visits }, null, 2)],
    { type: 'application/json' },
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `answers-${session_id}.json`;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface UploadFailedModalProps {
  state: SessionState;
  onTry: () => Promise<boolean>;
  /** Goes on without; absent when there is nothing to go on with. */
  onGoOn?: (() => void) | undefined;
}

/** Answers that did not reach the server: they are safe here, and this is what can be done. */
export function UploadFailedModal({ state, onTry, onGoOn }: UploadFailedModalProps) {
  const [isTrying, setTrying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    setFailed(!(await onTry()));
    setTrying(false);
  };
  return (
    <Modal
      opened
      onClose={() => onGoOn?.()}
      title="Your answers could not be sent"
      withCloseButton={onGoOn !== undefined}
      closeOnClickOutside={false}
      closeOnEscape={onGoOn !== undefined}
    >
      <div className={styles.text}>
        <IconCloudOff size={24} aria-hidden="true" />
        <p>
          They are saved on this device. We keep trying; you can also try now. Do not clear this browser’s data and do not use another
          device until they are sent.
        </p>
      </div>
      <p className={styles.failed} role="status">
        {hasFailed && !isTrying ? 'That did not work either. Check your connection and try again.' : ''}
      </p>
      <div className={styles.actions}>
        {onGoOn && (
          <Button variant="subtle" onClick={onGoOn}>
            Go on with the test
          </Button>
        )}
        <Button variant="default" onClick={() => download(state)}>
          Download
        </Button>
        <Button loading={isTrying} onClick={() => void tryAgain()} data-autofocus>
          Try again
        </Button>
      </div>
    </Modal>
  );
}
