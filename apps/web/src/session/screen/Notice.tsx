import { Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'warning';
  icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  role: 'status' | 'alert';
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Something that has to be known while a question is answered. */
export function Notice({ tone, icon: Icon, role, text, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon size={20} aria-hidden="true" />
      <span>{text}</span>
      {children}
    </div>
  );
}

/** A newer tab or device writes; here the session stands still until it is taken back. */
export function TakenOver({ noun, onTakeBack }: { noun: 'test' | 'practice'; onTakeBack: () => void }) {
  return (
    <div className={styles.above}>
      <Notice
        tone="warning"
        icon={IconDevices}
        role="alert"
        text={`This ${noun} is open in another tab or on another device, and answers are given there. Here you can only read.`}
      >
        <Button size="sm" variant="default" onClick={onTakeBack}>
          Go on here
        </Button>
      </Notice>
    </div>
  );
}
