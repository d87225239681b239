import type { Answer, Value } from '@abhyas/contract/endpoint';
import { getNotifications, markNotificationAsRead, type Notification as NotificationSchema } from '@abhyas/contract/notifications';
import { useEffect, useState } from 'react';
import { afterFirstScreen } from '../../platform/idle.ts';
import { callKey, queryClient, useCall, useSend } from '../../platform/queries.ts';

export type Notification = Value<typeof NotificationSchema>;

const ASK_EVERY = 60_000;
const key = callKey(getNotifications, {});

/**
 * First asked once the first screen stands, or before that with `ask`; then each minute. The header is not there while a test runs, so nothing
 * is asked then.
 */
export function useNotifications() {
  const [isDue, setDue] = useState(false);
  const ask = () => setDue(true);
  useEffect(() => afterFirstScreen(ask), []);
  return { query: useCall(getNotifications, {}, { enabled: isDue, refreshEvery: ASK_EVERY, ownFailures: true }), ask };
}

/** Marks one as read, here at once; the server's list corrects it if that fails. */
export function useMarkAsRead(): (read: Notification) => void {
  const send = useSend(markNotificationAsRead, { ownFailures: true });
  return ({ id, is_read }) => {
    if (is_read) return;
    queryClient.setQueryData<Answer<typeof getNotifications>>(key, (held) => {
      if (!held) return held;
      const notifications = held.notifications.map((one) => (one.id === id ? { ...one, is_read: true } : one));
      return { notifications, unread_count: Math.max(0, held.unread_count - 1) };
    });
    send.mutate({ id }, { onError: () => void queryClient.invalidateQueries({ queryKey: key }) });
  };
}
