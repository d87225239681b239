import { useEffect, useRef, useState } from 'react';
import { createLive, type LiveState } from './live-socket.ts';

const PROTOCOL = 'actioncable-v1-json';

/** The one socket of this page. */
const live = createLive({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/cable`, PROTOCOL),
  isOnline: () => navigator.onLine,
  whenBack: (comeBack) => {
    const whenVisible = () => {
      if (document.visibilityState === 'visible') comeBack();
    };
    addEventListener('online', comeBack);
    document.addEventListener('visibilitychange', whenVisible);
    return () => {
      removeEventListener('online', comeBack);
      document.removeEventListener('visibilitychange', whenVisible);
    };
  },
});
export const { listen, watch: watchLive } = live;

/**
 * Subscribes to a live channel while the component is mounted; null parameters subscribe to nothing. `missed` is called when messages may
 * have been lost, and should fetch the state by a call. Returns whether messages arrive.
 */
export function useLiveChannel<M extends object>(
  channel: string,
  parameters: Record<string, number> | null,
  { hear: hearMessage, missed }: { hear: (message: M) => void; missed: () => void },
): LiveState {
  const [shown, setShown] = useState(live.state);
  const handlers = useRef({ hearMessage, missed });
  useEffect(() => {
    handlers.current = { hearMessage, missed };
  });
  useEffect(() => live.watch(setShown), []);
  const identifier = parameters && JSON.stringify({ channel, ...parameters });
  useEffect(() => {
    if (identifier === null) return;
    return listen({
      identifier,
      hear: (message) => handlers.current.hearMessage(message as M),
      missed: () => handlers.current.missed(),
    });
  }, [identifier]);
  return shown;
}
