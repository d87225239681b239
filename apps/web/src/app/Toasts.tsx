import { hideNotification, useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { afterFirstScreen } from '../platform/idle.ts';
import { AUTO_CLOSE } from '../ui/toasts.ts';
import styles from './Toasts.module.css';

/**
 * The messages of `ui/toasts.ts`. Their list is loaded after the first screen, or earlier for the first message. While there is no network
 * to load it, the latest message is shown as plain text.
 */
export function Toasts() {
  const [List, setList] = useState<ComponentType>();
  const [isLate, setLate] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { notifications } = useNotifications();
  const latest = notifications.at(-1);
  const isDue = isLate || notifications.length > 0;
  useEffect(() => afterFirstScreen(() => setLate(true)), []);
  useEffect(() => {
    if (List || !isDue) return;
    const load = () =>
      void import('./ToastList.tsx').then(
        ({ ToastList: loaded }) => setList(() => loaded),
        () => {
          setFailed(true);
          addEventListener('online', load, { once: true });
        },
      );
    load();
    return () => removeEventListener('online', load);
  }, [List, isDue]);
  const isPlain = !List && hasFailed;
  const id = latest?.id;
  useEffect(() => {
    if (!isPlain || id === undefined) return;
    const timer = setTimeout(() => hideNotification(id), AUTO_CLOSE);
    return () => clearTimeout(timer);
  }, [isPlain, id]);
  if (List) return <List />;
  if (!isPlain || !latest) return null;
  return (
    <p
      key={latest.id}
      role={latest.role}
      className={`fixed border border-line-strong rounded-control bg-surface shadow-raised text-ink ${styles.plain}`}
    >
      {latest.message}
    </p>
  );
}
