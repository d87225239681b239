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

/** What the live channel says: the count is shown at once; the list is asked for where it is looked at, else when it is opened. */
function take({ unread_count }: Pick<List, 'unread_count'>, isLookedAt: boolean): void {
  queryClient.setQueryData<List>(key, (held) => held && { ...held, unread_count });
  void queryClient.invalidateQueries({ queryKey: key, refetchType: isLookedAt ? 'active' : 'none' });
}

/**
 * First asked once the first screen stands, or before that with `ask`; then a live channel tells, and without one it is asked each minute. The
 * header is not there while a test runs, so nothing is asked or heard then.
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

/** Marks one as read, here at once; the server's list corrects it if that fails. */
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
