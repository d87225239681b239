// Contents: subscriptions · ports · the socket · reconnecting · listening
import { createListeners } from './listeners.ts';

const FIRST_RETRY = 300;
const LONGEST_RETRY = 10_000;
/** The server sends a message every 3 s, so a longer silence means that the connection is lost. */
const SILENCE = 12_000;
/** After this many refused connections in a row, the network counts as blocking sockets. */
const REFUSALS = 3;
const OPEN = 1;

type Message = Record<string, unknown>;

export interface Subscription {
  identifier: string;
  hear: (message: Message) => void;
  /** Called when the socket has reconnected or the page is visible again, because messages may have been lost. */
  missed: () => void;
}

/** `open`: messages arrive. `lost`: no messages arrive at present. `blocked`: the network blocks sockets, so the page polls by calls. */
export type LiveState = 'open' | 'lost' | 'blocked';

/** The part of a WebSocket that is used. */
export interface LiveSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'message' | 'close', hear: (event: { data?: unknown }) => void): void;
}

/** The network, the page and the socket factory, which tests replace. */
export interface LivePorts {
  open: () => LiveSocket;
  isOnline: () => boolean;
  /** Calls back when the network is back or the page becomes visible, until the returned function is called. */
  whenBack: (comeBack: () => void) => () => void;
}

/** One socket for every channel that a page listens to; it reconnects for as long as the page listens. */
export function createLive({ open, isOnline, whenBack }: LivePorts) {
  const subscriptions = new Set<Subscription>();
  const listeners = createListeners();
  let socket: LiveSocket | null = null;
  let state: LiveState = 'lost';
  let refusals = 0;
  let retryIn = FIRST_RETRY;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  let ignoreReturns = () => {};
  /** False before the first connection of the page, which cannot have missed anything. */
  let hasBeenOpen = false;

  function setState(next: LiveState): void {
    if (state === next) return;
    state = next;
    listeners.notify();
  }

  const sendCommand = (command: 'subscribe' | 'unsubscribe', identifier: string) => {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify({ command, identifier }));
  };

  function hear(text: string): void {
    heardAt = performance.now();
    const { type, identifier, message, reconnect } = JSON.parse(text) as {
      type?: string;
      identifier?: string;
      message?: Message;
      reconnect?: boolean;
    };
    if (type === 'welcome') {
      refusals = 0;
      retryIn = FIRST_RETRY;
      for (const each of new Set([...subscriptions].map((one) => one.identifier))) sendCommand('subscribe', each);
      if (hasBeenOpen) for (const { missed } of subscriptions) missed();
      hasBeenOpen = true;
      setState('open');
    }
    if (type === 'disconnect' && reconnect === false) close();
    if (identifier !== undefined && message && type === undefined)
      for (const one of subscriptions) if (one.identifier === identifier) one.hear(message);
  }

  function connect(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    if (socket || subscriptions.size === 0) return;
    // No attempt can succeed now. The browser reports when the network is back, and a timer checks it too.
    if (!isOnline()) {
      setState('lost');
      retryLater();
      return;
    }
    const opened = open();
    socket = opened;
    heardAt = performance.now();
    let wasOpen = false;
    opened.addEventListener('open', () => {
      wasOpen = true;
    });
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) hear(String(data));
    });
    opened.addEventListener('close', () => {
      if (socket !== opened) return;
      socket = null;
      if (!wasOpen) refusals += 1;
      setState(refusals >= REFUSALS ? 'blocked' : 'lost');
      retryLater();
    });
  }

  /** The waits grow from 0.3 s to 10 s. Each is shortened at random by up to half, so that a class does not reconnect at one moment. */
  function retryLater(): void {
    if (subscriptions.size === 0 || retryTimer) return;
    retryTimer = setTimeout(connect, retryIn * (0.5 + Math.random() / 2));
    retryIn = Math.min(LONGEST_RETRY, retryIn * 2);
  }

  function close(): void {
    const former = socket;
    socket = null;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    setState('lost');
    former?.close();
  }

  function connectNow(): void {
    retryIn = FIRST_RETRY;
    connect();
  }

  /** Messages may have been lost while the page was hidden or had no network. */
  function comeBack(): void {
    if (socket) for (const { missed } of subscriptions) missed();
    else connectNow();
  }

  /** Notices a lost connection by its silence, because a socket without a network reports nothing and does not close. */
  function noticeSilence(): void {
    if (!socket || performance.now() - heardAt < SILENCE) return;
    const silent = socket;
    socket = null;
    silent.close();
    setState('lost');
    connectNow();
  }

  function begin(): void {
    ignoreReturns = whenBack(comeBack);
    watch = setInterval(noticeSilence, 1000);
    connectNow();
  }

  function end(): void {
    ignoreReturns();
    clearInterval(watch);
    hasBeenOpen = false;
    close();
  }

  return {
    state: () => state,
    /** Calls back with each change of the state, until the returned function is called. */
    watch: (hearState: (now: LiveState) => void): (() => void) => listeners.subscribe(() => hearState(state)),
    /** Listens to a channel of the server, until the returned function is called. */
    listen(subscription: Subscription): () => void {
      const { identifier } = subscription;
      const isShared = () => [...subscriptions].some((one) => one.identifier === identifier);
      const wasShared = isShared();
      subscriptions.add(subscription);
      if (subscriptions.size === 1) begin();
      else if (!wasShared) sendCommand('subscribe', identifier);
      return () => {
        subscriptions.delete(subscription);
        if (subscriptions.size === 0) end();
        else if (!isShared()) sendCommand('unsubscribe', identifier);
      };
    },
  };
}
