import { Button, Group, Modal } from '@mantine/core';

interface ConfirmModalProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Where staying is what most want: it stands out, and confirming does not. */
  stayLabel?: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal({ title, text, confirmLabel, stayLabel, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={440}>
      <p style={{ lineHeight: 1.6 }}>{text}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant={stayLabel === undefined ? 'default' : 'filled'} disabled={isBusy} onClick={onClose} data-autofocus>
          {stayLabel ?? 'Go back'}
        </Button>
        <Button variant={stayLabel === undefined ? 'filled' : 'default'} loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
