import type { Answer, Value } from '@abhyas/contract/endpoint';
import {
  getNotifications,
  markNotificationAsRead,
  type Notification as NotificationSchema,
} from '@abhyas/contract/institute/notifications';
import { type RefObject, useEffect, useState } from 'react';
import { afterFirstScreen } from '../../platform/idle.ts';
import { callKey, queryClient, useCall, useSend } from '../../platform/queries.ts';

export type Notification = Value<typeof NotificationSchema>;

const ASK_EVERY = 60_000;
const key = callKey(getNotifications, {});
type List = Answer<typeof getNotifications>;

/**
 * Applies a message of the live channel. The count is shown at once; the list is fetched again now if it is open, otherwise when it is
 * opened.
 */
function take({ unread_count }: Pick<List, 'unread_count'>, isLookedAt: boolean): void {
  queryClient.setQueryData<List>(key, (held) => held && { ...held, unread_count });
  void queryClient.invalidateQueries({ queryKey: key, refetchType: isLookedAt ? 'active' : 'none' });
}

/**
 * Fetches the list after the first screen is shown, or earlier with `ask`. Afterwards a live channel updates it, or a call each minute if
 * there is no channel. A running test has no header, so it fetches and receives nothing.
 */
export function useNotifications(panel: RefObject<HTMLElement | null>) {
  const [isDue, setDue] = useState(false);
  const [isLive, setLive] = useState(false);
  const query = useCall(getNotifications, {}, { enabled: isDue, ownFailures: true, ...(isLive ? {} : { refreshEvery: ASK_EVERY }) });
  useEffect(() => afterFirstScreen(() => setDue(true)), []);
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (!isThere) return;
    let isGone = false;
    let leave = () => {};
    let last: number | null = null;
    const hear = ({ number, unread_count }: { number: number; unread_count: number }) => {
      const isNew = last === null ? unread_count !== queryClient.getQueryData<List>(key)?.unread_count : number > last;
      last = number;
      if (isNew) take({ unread_count }, panel.current?.matches(':popover-open') ?? false);
    };
    void import('./live-notifications.ts').then(
      ({ hearOfNotifications }) => {
        if (!isGone) leave = hearOfNotifications(hear, setLive);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      setLive(false);
      leave();
    };
  }, [isThere, panel]);
  const ask = () => {
    setDue(true);
    void queryClient.refetchQueries({ queryKey: key, stale: true });
  };
  return { query, ask };
}

/** Marks a notification as read. The screen shows that at once; if the call fails, the server's list corrects it. */
export function useMarkAsRead(): (read: Notification) => void {
  const send = useSend(markNotificationAsRead, { ownFailures: true });
  return ({ id, is_read }) => {
    if (is_read) return;
    queryClient.setQueryData<List>(key, (held) => {
      if (!held) return held;
      const notifications = held.notifications.map((one) => (one.id === id ? { ...one, is_read: true } : one));
      return { notifications, unread_count: Math.max(0, held.unread_count - 1) };
    });
    send.mutate({ id }, { onError: () => void queryClient.invalidateQueries({ queryKey: key }) });
  };
}
