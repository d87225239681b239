import { IconLock } from '@tabler/icons-react';
import styles from './Withheld.module.css';

/** Says why a question of a finished test stands without what the student looks for. `what`: as a sentence begins. */
export function Withheld({ what }: { what: string }) {
  return (
    <p className={styles.withheld}>
      <IconLock size={20} aria-hidden="true" />
      {what} cannot be shown now: a test with this question is not over, or its institute has not opened it for review.
    </p>
  );
}
