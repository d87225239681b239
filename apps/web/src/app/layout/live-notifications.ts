import { getNextClass } from '@abhyas/contract/classes/live-classes';
import type { Value } from '@abhyas/contract/endpoint';
import { getMemberHome } from '@abhyas/contract/site/home';
import { NOTIFICATION_CHANNEL, type NotificationMessage } from '@abhyas/contract/institute/notifications';
import { listen, watchLive } from '../../platform/live.ts';
import { queryClient } from '../../platform/queries.ts';

type Message = Value<typeof NotificationMessage>;

/** Ms over which the calls of all pages are spread, because a whole school may be notified at the same moment. */
const SPREAD = 5000;
/** Calls of the member's home whose responses a notification may have changed: a class, a file, a test on paper. */
const changed = [getNextClass.route, getMemberHome.route];

function askHome(): void {
  for (const route of changed) void queryClient.invalidateQueries({ queryKey: [route] });
}

/**
 * Calls `hear` with each unread count of the person, and `setLive` when the channel connects or disconnects, until the returned function is
 * called.
 */
export function hearOfNotifications(hear: (message: Message) => void, setLive: (isLive: boolean) => void): () => void {
  let last: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = listen({
    identifier: JSON.stringify({ channel: NOTIFICATION_CHANNEL }),
    hear: (heard) => {
      const message = heard as Message;
      hear(message);
      if (last !== null && message.number > last) {
        clearTimeout(timer);
        timer = setTimeout(askHome, SPREAD * Math.random());
      }
      last = message.number;
    },
    // A new subscription receives the state, so nothing is missed.
    missed: () => undefined,
  });
  const ignore = watchLive((state) => setLive(state === 'open'));
  return () => {
    clearTimeout(timer);
    ignore();
    leave();
  };
}
