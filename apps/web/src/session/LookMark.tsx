import type { ReactNode } from 'react';
import styles from './LookMark.module.css';
import type { Look } from './looks.ts';

/** A small sign on the shape, so that no state is told by colour alone. */
const badges: Partial<Record<Look, ReactNode>> = {
  answered_marked: <path d="M4 8.2 7 11l5-6" />,
  correct: <path d="M4 8.2 7 11l5-6" />,
  incorrect: <path d="m5 5 6 6m0-6-6 6" />,
  not_counted: <path d="M4 12 12 4" />,
  withheld: <path d="M5 8h6" />,
  key_used: <path d="M8 4.5v4.5m0 2.4v.1" />,
};

interface LookMarkProps {
  look: Look;
  /** The question's number, or nothing in a legend. */
  number?: number;
  size?: 'cell' | 'legend';
}

/** The shape of a state, as the palette draws it. */
export function LookMark({ look, number, size = 'cell' }: LookMarkProps) {
  const badge = badges[look];
  return (
    <span className={styles.mark} data-look={look} data-size={size} aria-hidden="true">
      {number}
      {badge && (
        <svg className={styles.badge} viewBox="0 0 16 16" aria-hidden="true">
          {badge}
        </svg>
      )}
    </span>
  );
}
