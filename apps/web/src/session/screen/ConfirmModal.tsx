import { Button, Group } from '@mantine/core';
import { i18n } from '../../platform/language.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface ConfirmModalProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Label of the button to stay, which is then the prominent one. Set it where most people want to stay. */
  stayLabel?: string;
  /** A third choice: leave without ending anything. */
  leave?: { label: string; onLeave: () => void } | null;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmModal({ title, text, confirmLabel, stayLabel, leave, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <p style={{ lineHeight: 1.6 }}>{text}</p>
      <Group justify="flex-end" mt="lg">
        {leave && (
          <Button variant="subtle" mr="auto" disabled={isBusy} onClick={leave.onLeave}>
            {leave.label}
          </Button>
        )}
        <Button variant={stayLabel === undefined ? 'default' : 'filled'} disabled={isBusy} onClick={onClose} data-autofocus>
          {stayLabel ?? i18n.t('Go back')}
        </Button>
        <Button variant={stayLabel === undefined ? 'filled' : 'default'} loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
