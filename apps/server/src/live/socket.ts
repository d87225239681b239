// Contents: frames · limits · one page's socket
import { isWithinReach } from '@abhyas/contract/access';
import { Problem } from '@abhyas/contract/problem';
import type { WebSocket } from 'ws';
import type { Context, Person } from '../context.ts';
import { compileCheck } from '../http/validator.ts';
import type { Channel } from './channel.ts';
import type { Hub } from './hub.ts';

const mostSubscriptions = 5;
const framesPerSecond = 10;
/** A page that reads slower than this is cut off and catches up when it comes back. */
const mostBufferedBytes = 256 * 1024;
const pingMs = 3000;
/** A page that has not answered a ping for so long is gone. */
const silenceMs = 30_000;
const recheckMs = 60_000;

/** Codes with which a socket is closed. */
const closing = { unauthorized: 4401, tooMuch: 4429, slow: 4408, failed: 1013 } as const;

export interface SocketOptions {
  socket: WebSocket;
  /** Names the socket among all of all processes. */
  key: string;
  person: Person;
  hub: Hub;
  channels: readonly Channel[];
  contextOf: () => Context;
  /** The person again; null once the sign-in has ended. */
  authenticate: () => Promise<Person | null>;
  onFailure: (error: unknown) => void;
}

const checks = new WeakMap<Channel, ReturnType<typeof compileCheck>>();
function checkOf(channel: Channel) {
  const check = checks.get(channel) ?? compileCheck(channel.parameters);
  checks.set(channel, check);
  return check;
}

const readJson = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** Speaks ActionCable's frames with one page until its socket closes. */
export function serveSocket({ socket, key, person, hub, channels, contextOf, authenticate, onFailure }: SocketOptions): void {
  /** By identifier; null while it is being asked whether it may be. */
  const subscriptions = new Map<string, (() => void) | null>();
  let tokens: number = framesPerSecond;
  let heardAt = performance.now();
  let filledAt = heardAt;
  let caller = person;

  const sendRaw = (frame: Buffer | string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostBufferedBytes) socket.close(closing.slow);
    else socket.send(frame, { binary: false });
  };
  const send = (frame: object) => sendRaw(JSON.stringify(frame));
  const dismiss = () => {
    send({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
    socket.close(closing.unauthorized);
  };

  async function subscribe(identifier: string): Promise<void> {
    const { channel: name, ...parameters } = readJson(identifier) ?? {};
    const channel = channels.find((one) => one.name === name);
    const isOpen = channel && isWithinReach({ access: 'signed_in', reach: channel.reach ?? 'account' }, caller.reach);
    const reject = () => send({ identifier, type: 'reject_subscription' });
    if (subscriptions.has(identifier)) return;
    if (!isOpen || subscriptions.size >= mostSubscriptions || !checkOf(channel).isGood(parameters)) {
      reject();
      return;
    }
    subscriptions.set(identifier, null);
    try {
      const context = contextOf();
      const subject = await channel.subscribe(context, caller, parameters);
      if (!subscriptions.has(identifier) || socket.readyState !== socket.OPEN) return;
      send({ identifier, type: 'confirm_subscription' });
      const number = typeof parameters['number'] === 'number' ? parameters['number'] : -1;
      const listener = { user_id: caller.id, key, from: context.now, identifier, send: sendRaw };
      const leave = await hub.subscribe(channel, subject, listener, number);
      if (subscriptions.has(identifier)) subscriptions.set(identifier, leave);
      else leave();
    } catch (error) {
      subscriptions.delete(identifier);
      if (error instanceof Problem && error.status < 500) return reject();
      // A rejection is for good: what passes ends the socket, so that the page comes back.
      socket.close(closing.failed);
      onFailure(error);
    }
  }

  function hear(text: string): void {
    const now = performance.now();
    tokens = Math.min(framesPerSecond, tokens + ((now - filledAt) / 1000) * framesPerSecond);
    filledAt = now;
    if (tokens < 1) {
      socket.close(closing.tooMuch);
      return;
    }
    tokens -= 1;
    const { command, identifier } = readJson(text) ?? {};
    if (typeof identifier !== 'string') return;
    if (command === 'subscribe') void subscribe(identifier);
    if (command === 'unsubscribe') {
      subscriptions.get(identifier)?.();
      subscriptions.delete(identifier);
    }
  }

  const ping = setInterval(() => {
    if (performance.now() - heardAt > silenceMs) {
      socket.terminate();
      return;
    }
    socket.ping();
    send({ type: 'ping', message: Math.floor(contextOf().now.getTime() / 1000) });
  }, pingMs);
  // A sign-in that ended, or another membership, ends what was subscribed under it.
  const recheck = setInterval(() => {
    authenticate().then((found) => {
      if (!found || found.membership?.id !== caller.membership?.id) dismiss();
      else caller = found;
    }, onFailure);
  }, recheckMs);
  for (const timer of [ping, recheck]) timer.unref();

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) hear(data.toString());
  });
  socket.on('pong', () => {
    heardAt = performance.now();
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(ping);
    clearInterval(recheck);
    for (const leave of subscriptions.values()) leave?.();
    subscriptions.clear();
  });
  send({ type: 'welcome' });
}
