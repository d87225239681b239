// Contents: frames · limits · one page's socket
import { isWithinReach } from '@abhyas/contract/institute/access';
import { Problem } from '@abhyas/contract/problem';
import type { WebSocket } from 'ws';
import type { Context, Person } from '../context.ts';
import { compileCheck } from '../http/validator.ts';
import type { Channel } from './channel.ts';
import { every } from '../jobs/every.ts';
import type { Hub } from './hub.ts';

const mostSubscriptions = 5;
const framesPerSecond = 10;
/** A page that reads too slowly for this buffer is cut off, and catches up when it reconnects. */
const mostBufferedBytes = 256 * 1024;
const pingMs = 3000;
/** A page without an answer to a ping for this time counts as gone. */
const silenceMs = 30_000;
const recheckMs = 60_000;

/** Codes with which a socket is closed. */
const closing = { tooMuch: 4429, slow: 4408, failed: 1013 } as const;
/** Codes that follow the reason sent before them. */
const dismissals = { unauthorized: 4401, too_many_sockets: 4429 } as const;

export interface SocketOptions {
  socket: WebSocket;
  /** The key of the socket, unique among all processes. */
  key: string;
  person: Person;
  hub: Hub;
  channels: readonly Channel[];
  contextOf: () => Context;
  /** The person's present state; null once the sign-in has ended. */
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

interface Subscription {
  /** Channel and subject; null while the subscription is being checked. */
  place: string | null;
  leave: (() => void) | null;
}

export interface LiveSocket {
  /** Sends the reason, asks the page not to reconnect by itself, and closes. */
  dismiss(reason: keyof typeof dismissals): void;
}

/** Speaks ActionCable's frames with one page until its socket closes. */
export function serveSocket({ socket, key, person, hub, channels, contextOf, authenticate, onFailure }: SocketOptions): LiveSocket {
  /** Subscriptions by identifier. Subscribing again creates a new object, so that late responses to an earlier one are recognised. */
  const subscriptions = new Map<string, Subscription>();
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
  const dismiss = (reason: keyof typeof dismissals) => {
    send({ type: 'disconnect', reason, reconnect: false });
    socket.close(dismissals[reason]);
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
    const mine: Subscription = { place: null, leave: null };
    subscriptions.set(identifier, mine);
    const isWanted = () => subscriptions.get(identifier) === mine;
    try {
      const context = contextOf();
      const subject = await channel.subscribe(context, caller, parameters);
      if (!isWanted() || socket.readyState !== socket.OPEN) return;
      const place = `${channel.name} ${subject}`;
      // Another identifier of the same subject is refused, so that a page gets each message once.
      if ([...subscriptions.values()].some((other) => other.place === place)) {
        subscriptions.delete(identifier);
        reject();
        return;
      }
      mine.place = place;
      send({ identifier, type: 'confirm_subscription' });
      const number = typeof parameters['number'] === 'number' ? parameters['number'] : -1;
      const listener = { user_id: caller.id, key, from: context.now, identifier, send: sendRaw };
      const leave = await hub.subscribe(channel, subject, listener, number);
      if (isWanted()) mine.leave = leave;
      else leave();
    } catch (error) {
      if (isWanted()) subscriptions.delete(identifier);
      if (error instanceof Problem && error.status < 500) return reject();
      // A rejection is final. A temporary fault therefore closes the socket, so that the page reconnects.
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
      subscriptions.get(identifier)?.leave?.();
      subscriptions.delete(identifier);
    }
  }

  const ping = () => {
    if (performance.now() - heardAt > silenceMs) {
      socket.terminate();
      return;
    }
    socket.ping();
    send({ type: 'ping', message: Math.floor(contextOf().now.getTime() / 1000) });
  };
  // If the sign-in has ended, or has another membership, another role or no second factor any more, its subscriptions end.
  const recheck = async () => {
    const found = await authenticate();
    const isSame = found?.membership?.id === caller.membership?.id && found?.membership?.role === caller.membership?.role;
    if (!found || !isSame || (caller.hasSecondFactor && !found.hasSecondFactor)) dismiss('unauthorized');
    else caller = found;
  };
  const stops = [every(pingMs, ping, onFailure), every(recheckMs, recheck, onFailure)];

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) hear(data.toString());
  });
  socket.on('pong', () => {
    heardAt = performance.now();
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const stop of stops) stop();
    for (const { leave } of subscriptions.values()) leave?.();
    subscriptions.clear();
  });
  send({ type: 'welcome' });
  return { dismiss };
}
