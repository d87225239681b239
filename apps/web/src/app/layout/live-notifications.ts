import { getNextClass } from '@abhyas/contract/classes/live-classes';
import type { Value } from '@abhyas/contract/endpoint';
import { getMemberHome } from '@abhyas/contract/site/home';
import { NOTIFICATION_CHANNEL, type NotificationMessage } from '@abhyas/contract/institute/notifications';
import { listen, watchLive } from '../../platform/live.ts';
import { queryClient } from '../../platform/queries.ts';

type Message = Value<typeof NotificationMessage>;

/** A school is told of something at one moment; its pages ask within this time, ms. */
const SPREAD = 5000;
/** What a notification may have changed on a member's home: a class, a file, a test on paper. */
const changed = [getNextClass.route, getMemberHome.route];

function askHome(): void {
  for (const route of changed) void queryClient.invalidateQueries({ queryKey: [route] });
}

/** Hears one's own count while the function that it returns is not called, and whether it would be heard. */
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
    // Whoever subscribes again is told the state.
    missed: () => undefined,
  });
  const ignore = watchLive((state) => setLive(state === 'open'));
  return () => {
    clearTimeout(timer);
    ignore();
    leave();
  };
}
