import type { ReactNode } from 'react';
import styles from './StatusIcon.module.css';
import type { QuestionStatus } from './question-status.ts';

/** A small sign on the shape, so that no state is shown by colour alone. */
const badges: Partial<Record<QuestionStatus, ReactNode>> = {
  answered_marked: <path d="M4 8.2 7 11l5-6" />,
  correct: <path d="M4 8.2 7 11l5-6" />,
  incorrect: <path d="m5 5 6 6m0-6-6 6" />,
  not_counted: <path d="M4 12 12 4" />,
  withheld: <path d="M5 8h6" />,
  key_used: <path d="M8 4.5v4.5m0 2.4v.1" />,
};

interface StatusIconProps {
  status: QuestionStatus;
  /** The question's number; absent in a legend. */
  number?: number;
  size?: 'cell' | 'legend';
}

/** The shape of a state, as the palette draws it. */
export function StatusIcon({ status, number, size = 'cell' }: StatusIconProps) {
  const badge = badges[status];
  return (
    <span
      className={`grid place-items-center text-14 font-semibold data-[size=legend]:size-20 data-[size=legend]:rounded-small ${styles.mark}`}
      data-status={status}
      data-size={size}
      aria-hidden="true"
    >
      {number}
      {badge && (
        <svg className={styles.badge} viewBox="0 0 16 16" aria-hidden="true">
          {badge}
        </svg>
      )}
    </span>
  );
}
