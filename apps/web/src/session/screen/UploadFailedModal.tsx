import type { SessionState } from '@abhyas/exam/tests/session';
import { Trans } from '@lingui/react';
import { Button, Modal } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../platform/language.ts';
import { canSeal, downloadAnswers } from '../engine/answer-file.ts';
import styles from './dialog.module.css';

interface UploadFailedModalProps {
  noun: 'test' | 'practice';
  state: SessionState;
  /** Key that encrypts the answer file of a test. Without a key, no file is offered. */
  sealKey?: string | null | undefined;
  onTry: () => Promise<boolean>;
  /** Continues without sending; absent if the student cannot continue. */
  onGoOn?: (() => void) | undefined;
}

/** Says that answers did not reach the server and are safe on this device, and what the student can do. */
export function UploadFailedModal({ noun, state, sealKey, onTry, onGoOn }: UploadFailedModalProps) {
  const [isTrying, setTrying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isSealed = typeof sealKey === 'string' && canSeal();
  const tryAgain = async () => {
    setTrying(true);
    setFailed(!(await onTry()));
    setTrying(false);
  };
  return (
    <Modal
      opened
      onClose={() => onGoOn?.()}
      title={i18n.t('Your answers could not be sent')}
      withCloseButton={onGoOn !== undefined}
      closeOnClickOutside={false}
      closeOnEscape={onGoOn !== undefined}
    >
      <div className={`${styles.text} flex gap-16 leading-reading`}>
        <IconCloudOff size={24} aria-hidden="true" />
        <div>
          <p>
            {i18n.t(
              'They are saved on this device. We keep trying while this page is open; you can also try now. Do not clear this browser’s data until they are sent.',
            )}
          </p>
          {isSealed && (
            <p>
              <Trans
                id="If the network stays away, download them as a file and send it later, from any device, on the page <0>Answer file</0>."
                components={{ 0: <Link to="/answer_file" target="_blank" rel="noreferrer" /> }}
              />
            </p>
          )}
        </div>
      </div>
      <p className="min-h-[1.5em] mt-8 text-14 text-incorrect" role="status">
        {hasFailed && !isTrying ? i18n.t('That did not work either. Check your connection and try again.') : ''}
      </p>
      <div className={`ends ${styles.actions}`}>
        {onGoOn && (
          <Button variant="subtle" onClick={onGoOn}>
            {noun === 'test' ? i18n.t('Go on with the test') : i18n.t('Go on with the practice')}
          </Button>
        )}
        {isSealed && (
          <Button variant="default" onClick={() => void downloadAnswers(state, sealKey)}>
            {i18n.t('Download')}
          </Button>
        )}
        <Button loading={isTrying} onClick={() => void tryAgain()} data-autofocus>
          {i18n.t('Try again')}
        </Button>
      </div>
    </Modal>
  );
}
