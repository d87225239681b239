import { notifications } from '@mantine/notifications';

/** Ms for which a message stands. */
export const AUTO_CLOSE = 10_000;

/** Colour and role by kind: an error interrupts a screen reader, the others wait their turn. */
const kinds = {
  success: { color: 'green', role: 'status' },
  warning: { color: 'yellow', role: 'status' },
  error: { color: 'red', role: 'alert' },
} as const;

type Kind = keyof typeof kinds;

/** A screen that has a place of its own for messages. */
type Place = (message: { kind: Kind; text: string }) => void;

let place: Place | null = null;
let shownCount = 0;
/** The toasts that stand, by their words. */
const shown = new Map<string, { id: string; kind: Kind; text: string }>();

/** Until the function that it returns is called, messages stand there and not in a toast; those that stand as toasts move there. */
export function showMessagesIn(own: Place): () => void {
  place = own;
  for (const [words, { id, kind, text }] of shown) {
    notifications.hide(id);
    shown.delete(words);
    own({ kind, text });
  }
  return () => {
    if (place === own) place = null;
  };
}

function show(kind: Kind, message: string): void {
  if (place) {
    place({ kind, text: message });
    return;
  }
  const { color, role } = kinds[kind];
  const words = `${kind}: ${message}`;
  // The same words start the 10 s again instead of standing twice: only what has another id is another toast.
  const former = shown.get(words);
  if (former) notifications.hide(former.id);
  shownCount += 1;
  const id = `toast-${shownCount}`;
  shown.set(words, { id, kind, text: message });
  notifications.show({
    id,
    message,
    color,
    role,
    autoClose: AUTO_CLOSE,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close message' },
    onClose: () => {
      if (shown.get(words)?.id === id) shown.delete(words);
    },
  });
}

export const toast = {
  success: (message: string) => show('success', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
};
