import { notifications } from '@mantine/notifications';

const AUTO_CLOSE = 10_000;

/** Colour and role by kind: an error interrupts a screen reader, the others wait their turn. */
const kinds = {
  success: { color: 'green', role: 'status' },
  warning: { color: 'yellow', role: 'status' },
  error: { color: 'red', role: 'alert' },
} as const;

function show(kind: keyof typeof kinds, message: string): void {
  const { color, role } = kinds[kind];
  const id = `${kind}: ${message}`;
  // The same words again start the 10 s anew instead of standing twice.
  notifications.hide(id);
  notifications.show({
    id,
    message,
    color,
    role,
    autoClose: AUTO_CLOSE,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close message' },
  });
}

export const toast = {
  success: (message: string) => show('success', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
};
