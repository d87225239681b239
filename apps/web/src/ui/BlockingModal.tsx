import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dialog that must be answered: neither Escape nor a click beside it closes it. */
export function BlockingModal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={title}>
      {children}
    </Modal>
  );
}
