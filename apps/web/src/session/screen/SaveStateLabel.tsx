import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUp, IconDeviceMobileCheck } from '@tabler/icons-react';
import type { SaveState } from '../engine/save-state.ts';
import layout from '../../ui/layout.module.css';
import text from '../../ui/text.module.css';
import styles from './SaveStateLabel.module.css';

export const saveLabels: Record<SaveState, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  kept: 'On this device',
  on_device: 'Saved on this device, not yet sent',
  not_saved: 'Not saved yet: keep this page open',
  refused: 'An answer was not accepted',
};

const icons = {
  saved: IconCheck,
  saving: IconCloudUp,
  kept: IconDeviceMobileCheck,
  on_device: IconCloudOff,
  not_saved: IconAlertTriangle,
  refused: IconAlertTriangle,
} as const;

/** The states of an answer while nothing is wrong. */
export const usualStates: ReadonlySet<SaveState> = new Set(['saved', 'saving', 'kept']);

/** The label of the save state. Screen readers announce the change to any other than the usual states, and back. */
export function SaveStateLabel({ state }: { state: SaveState }) {
  const Icon = icons[state];
  const isTrouble = !usualStates.has(state);
  return (
    <span className={`${layout.inline6} ${text.faint} ${styles.label}`} data-state={state}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span role="status" aria-live={isTrouble ? 'polite' : 'off'}>
        {saveLabels[state]}
      </span>
    </span>
  );
}
