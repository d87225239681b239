// Contents: what a page listens to · the socket · coming back · the hook
import { useEffect, useRef, useState } from 'react';
import { createListeners } from './listeners.ts';

const PROTOCOL = 'actioncable-v1-json';
const FIRST_RETRY = 300;
const LONGEST_RETRY = 10_000;
/** The server says something every 3 s. */
const SILENCE = 12_000;
/** Refusals in a row after which sockets are taken to be blocked. */
const REFUSALS = 3;

type Message = Record<string, unknown>;

interface Subscription {
  identifier: string;
  hear: (message: Message) => void;
  /** The socket has come back, or this page into view: what was said meanwhile is lost. */
  missed: () => void;
}

/** `open`: messages come. `lost`: they do not, for now. `blocked`: sockets do not get through; the page asks by calls instead. */
export type LiveState = 'open' | 'lost' | 'blocked';

const subscriptions = new Set<Subscription>();
const listeners = createListeners();
let socket: WebSocket | null = null;
let state: LiveState = 'lost';
let refusals = 0;
let retryIn = FIRST_RETRY;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let heardAt = 0;
let watch: ReturnType<typeof setInterval> | undefined;
/** The first connection of a page missed nothing. */
let hasBeenOpen = false;

function setState(next: LiveState): void {
  if (state === next) return;
  state = next;
  listeners.notify();
}

const addressOfSocket = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/cable`;
const sendCommand = (command: 'subscribe' | 'unsubscribe', identifier: string) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command, identifier }));
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
  const opened = new WebSocket(addressOfSocket(), PROTOCOL);
  socket = opened;
  heardAt = performance.now();
  let wasOpen = false;
  opened.addEventListener('open', () => {
    wasOpen = true;
  });
  opened.addEventListener('message', ({ data }) => hear(String(data)));
  opened.addEventListener('close', () => {
    if (socket !== opened) return;
    socket = null;
    if (!wasOpen) refusals += 1;
    setState(refusals >= REFUSALS ? 'blocked' : 'lost');
    retryLater();
  });
}

/** Waits grow from 0.3 s to 10 s, each between half and the whole of it, so that a class does not come back at one moment. */
function retryLater(): void {
  if (subscriptions.size === 0 || retryTimer) return;
  retryTimer = setTimeout(connect, retryIn * (0.5 + Math.random() / 2));
  retryIn = Math.min(LONGEST_RETRY, retryIn * 2);
}

function close(): void {
  const open = socket;
  socket = null;
  clearTimeout(retryTimer);
  retryTimer = undefined;
  setState('lost');
  open?.close();
}

function connectNow(): void {
  retryIn = FIRST_RETRY;
  connect();
}

/** A page that comes back into view, or a network that returns, may have missed anything. */
function comeBack(): void {
  if (document.visibilityState !== 'visible') return;
  if (socket) for (const { missed } of subscriptions) missed();
  else connectNow();
}

/** A socket over a network that is gone says nothing and closes nothing. */
function noticeSilence(): void {
  if (!socket || performance.now() - heardAt < SILENCE) return;
  const silent = socket;
  socket = null;
  silent.close();
  setState('lost');
  connectNow();
}

function begin(): void {
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  watch = setInterval(noticeSilence, 1000);
  connectNow();
}

function end(): void {
  removeEventListener('online', comeBack);
  document.removeEventListener('visibilitychange', comeBack);
  clearInterval(watch);
  hasBeenOpen = false;
  close();
}

/** Listens to a channel of the server until the function that it returns is called. One socket carries everything of a page. */
function listen(subscription: Subscription): () => void {
  const isFirst = subscriptions.size === 0;
  const isShared = [...subscriptions].some(({ identifier }) => identifier === subscription.identifier);
  subscriptions.add(subscription);
  if (isFirst) begin();
  else if (!isShared) sendCommand('subscribe', subscription.identifier);
  return () => {
    subscriptions.delete(subscription);
    if (subscriptions.size === 0) end();
    else if (![...subscriptions].some(({ identifier }) => identifier === subscription.identifier))
      sendCommand('unsubscribe', subscription.identifier);
  };
}

/**
 * Hears a live channel while the component stands; nothing with null parameters. `missed` is called when messages may have been lost, and should
 * ask for the state by a call. Returns whether messages come.
 */
export function useLiveChannel<M extends object>(
  channel: string,
  parameters: Record<string, number> | null,
  { hear: hearMessage, missed }: { hear: (message: M) => void; missed: () => void },
): LiveState {
  const [shown, setShown] = useState(state);
  const handlers = useRef({ hearMessage, missed });
  useEffect(() => {
    handlers.current = { hearMessage, missed };
  });
  useEffect(() => listeners.subscribe(() => setShown(state)), []);
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
