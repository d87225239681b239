import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import type { SaveState } from '../engine/save-state.ts';
import styles from './SaveStateLabel.module.css';

export const saveLabels: Record<SaveState, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  on_device: 'Saved on this device, not yet sent',
  not_saved: 'Not saved yet: keep this page open',
  refused: 'An answer was not accepted',
};

const icons = {
  saved: IconCheck,
  saving: IconCloudUp,
  on_device: IconCloudOff,
  not_saved: IconAlertTriangle,
  refused: IconAlertTriangle,
} as const;

/** Where the answers are, in words. A change to trouble, and back, is spoken. */
export function SaveStateLabel({ state }: { state: SaveState }) {
  const Icon = icons[state];
  const isTrouble = state !== 'saved' && state !== 'saving';
  return (
    <span className={styles.label} data-state={state}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span role="status" aria-live={isTrouble ? 'polite' : 'off'}>
        {saveLabels[state]}
      </span>
    </span>
  );
}
