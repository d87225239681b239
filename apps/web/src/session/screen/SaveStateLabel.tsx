import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUp, IconDeviceMobileCheck } from '@tabler/icons-react';
import { i18n } from '../../platform/language.ts';
import type { SaveState } from '../engine/save-state.ts';
import styles from './SaveStateLabel.module.css';

export const saveLabels: Record<SaveState, string> = {
  saved: /*i18n*/ 'Saved',
  saving: /*i18n*/ 'Saving…',
  kept: /*i18n*/ 'On this device',
  on_device: /*i18n*/ 'Saved on this device, not yet sent',
  not_saved: /*i18n*/ 'Not saved yet: keep this page open',
  refused: /*i18n*/ 'An answer was not accepted',
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
    <span className={`inline-flex items-center gap-6 text-12 text-ink-soft ${styles.label}`} data-state={state}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span role="status" aria-live={isTrouble ? 'polite' : 'off'}>
        {i18n.t(saveLabels[state])}
      </span>
    </span>
  );
}
