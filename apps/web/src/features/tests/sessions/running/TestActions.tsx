import { IconArrowLeft, IconArrowRight, IconCheck, IconEraser, IconFlag } from '@tabler/icons-react';
import { memo } from 'react';
import layout from '../../../../ui/layout.module.css';
import styles from './TestActions.module.css';

interface TestActionsProps {
  isFirst: boolean;
  isLast: boolean;
  isReadOnly: boolean;
  canClear: boolean;
  onPrev: () => void;
  onMark: () => void;
  onClear: () => void;
  onSave: () => void;
}

/** The buttons of the open question. */
export const TestActions = memo(function TestActions({
  isFirst,
  isLast,
  isReadOnly,
  canClear,
  onPrev,
  onMark,
  onClear,
  onSave,
}: TestActionsProps) {
  return (
    <div className={styles.actions} role="group" aria-label="This question">
      <button type="button" className={`${layout.row} ${styles.action}`} disabled={isFirst} onClick={onPrev}>
        <IconArrowLeft size={20} aria-hidden="true" />
        Prev
      </button>
      <button type="button" className={`${layout.row} ${styles.action}`} disabled={isReadOnly || !canClear} onClick={onClear}>
        <IconEraser size={20} aria-hidden="true" />
        Clear response
      </button>
      <button type="button" className={`${layout.row} ${styles.action} ${styles.mark}`} disabled={isReadOnly} onClick={onMark}>
        <IconFlag size={20} aria-hidden="true" />
        Mark for review &amp; Next
      </button>
      <button type="button" className={`${layout.row} ${styles.action} ${styles.save}`} disabled={isReadOnly && isLast} onClick={onSave}>
        {isLast && !isReadOnly ? <IconCheck size={20} aria-hidden="true" /> : <IconArrowRight size={20} aria-hidden="true" />}
        {isReadOnly ? 'Next' : isLast ? 'Save' : 'Save & Next'}
      </button>
    </div>
  );
});
