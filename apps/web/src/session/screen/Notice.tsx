import { Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { i18n } from '../../platform/language.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'warning';
  icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  role: 'status' | 'alert';
  text: string;
  /** Actions that the student can take. */
  children?: ReactNode;
}

/** A message that the student must see while answering a question. */
export function Notice({ tone, icon: Icon, role, text, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon size={20} aria-hidden="true" />
      <span>{text}</span>
      {children}
    </div>
  );
}

/** Says that a newer tab or device has taken the session over. It pauses here until the student takes it back. */
export function TakenOver({ noun, onTakeBack }: { noun: 'test' | 'practice'; onTakeBack: () => void }) {
  return (
    <div className="mb-12">
      <Notice
        tone="warning"
        icon={IconDevices}
        role="alert"
        text={
          noun === 'test'
            ? i18n.t('This test is open in another tab or on another device, and answers are given there. Here you can only read.')
            : i18n.t('This practice is open in another tab or on another device, and answers are given there. Here you can only read.')
        }
      >
        <Button size="sm" variant="default" onClick={onTakeBack}>
          {i18n.t('Go on here')}
        </Button>
      </Notice>
    </div>
  );
}
