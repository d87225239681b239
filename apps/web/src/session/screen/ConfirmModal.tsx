import { Button, Group, Modal } from '@mantine/core';

interface ConfirmModalProps {
  title: string;
  text: string;
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal({ title, text, confirmLabel, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={440}>
      <p style={{ lineHeight: 1.6 }}>{text}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" disabled={isBusy} onClick={onClose} data-autofocus>
          Go back
        </Button>
        <Button loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
