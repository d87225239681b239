import { IconArrowLeft, IconArrowRight, IconCheck, IconEraser, IconFlag } from '@tabler/icons-react';
import { memo } from 'react';
import { i18n } from '../../../../platform/language.ts';
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
    <div className={styles.actions} role="group" aria-label={i18n.t('This question')}>
      <button type="button" className={`flex items-center ${styles.action}`} disabled={isFirst} onClick={onPrev}>
        <IconArrowLeft size={20} aria-hidden="true" />
        {i18n.t('Prev')}
      </button>
      <button type="button" className={`flex items-center ${styles.action}`} disabled={isReadOnly || !canClear} onClick={onClear}>
        <IconEraser size={20} aria-hidden="true" />
        {i18n.t('Clear response')}
      </button>
      <button type="button" className={`flex items-center ${styles.action} ${styles.mark}`} disabled={isReadOnly} onClick={onMark}>
        <IconFlag size={20} aria-hidden="true" />
        {i18n.t('Mark for review & Next')}
      </button>
      <button
        type="button"
        className={`flex items-center ${styles.action} ${styles.save}`}
        disabled={isReadOnly && isLast}
        onClick={onSave}
      >
        {isLast && !isReadOnly ? <IconCheck size={20} aria-hidden="true" /> : <IconArrowRight size={20} aria-hidden="true" />}
        {isReadOnly ? i18n.t('Next') : isLast ? i18n.t('Save') : i18n.t('Save & Next')}
      </button>
    </div>
  );
});
