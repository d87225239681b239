import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { afterFirstScreen } from '../platform/idle.ts';

/** The messages of `ui/toasts.ts`. Their list is loaded after the first screen, or earlier for the first message. */
export function Toasts() {
  const [List, setList] = useState<ComponentType>();
  const [isLate, setLate] = useState(false);
  const { notifications } = useNotifications();
  const isDue = isLate || notifications.length > 0;
  useEffect(() => afterFirstScreen(() => setLate(true)), []);
  useEffect(() => {
    if (List || !isDue) return;
    // If there is no network, loading is tried again at the next message.
    void import('./ToastList.tsx').then(
      ({ ToastList: loaded }) => setList(() => loaded),
      () => undefined,
    );
  }, [List, isDue, notifications.length]);
  return List ? <List /> : null;
}
