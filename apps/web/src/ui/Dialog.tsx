import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A dialog that returns the focus to the element that opened it, even if the dialog is mounted only while it is shown. */
export function Dialog(props: ModalProps) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A dialog that stays mounted returns the focus by itself.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return <Modal {...props} />;
}
