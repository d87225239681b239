import { i18n, translated } from '../platform/language.ts';
import { notifications } from '@mantine/notifications';

/** Ms for which a message is shown. */
export const AUTO_CLOSE = 10_000;

/** Colour and role by kind: an error interrupts a screen reader, other messages wait. */
const kinds = {
  success: { color: 'green', role: 'status' },
  warning: { color: 'yellow', role: 'status' },
  error: { color: 'red', role: 'alert' },
} as const;

type Kind = keyof typeof kinds;

/** The element of a screen that shows its messages. */
type Place = (message: { kind: Kind; text: string }) => void;

let place: Place | null = null;
let shownCount = 0;
/** The toast on the screen. */
let shown: { id: string; kind: Kind; text: string } | null = null;

/** Shows messages in the given place instead of in toasts, until the returned function is called; a toast on the screen moves there. */
export function showMessagesIn(own: Place): () => void {
  place = own;
  if (shown) {
    const { id, kind, text } = shown;
    notifications.hide(id);
    shown = null;
    own({ kind, text });
  }
  return () => {
    if (place === own) place = null;
  };
}

/** Shows the message, which may be the server's. */
function show(kind: Kind, english: string): void {
  const message = translated(english);
  if (place) {
    place({ kind, text: message });
    return;
  }
  const { color, role } = kinds[kind];
  // A later message replaces an earlier one. It gets a new id, because only a new id makes the 10 s begin again.
  if (shown) notifications.hide(shown.id);
  shownCount += 1;
  const id = `toast-${shownCount}`;
  shown = { id, kind, text: message };
  notifications.show({
    id,
    message,
    color,
    role,
    autoClose: AUTO_CLOSE,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18n.t('Close message') },
    onClose: () => {
      if (shown?.id === id) shown = null;
    },
  });
}

export const toast = {
  success: (message: string) => show('success', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
};
