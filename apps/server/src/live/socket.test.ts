import { EventEmitter } from 'node:events';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Context, Person } from '../context.ts';
import type { Channel } from './channel.ts';
import { serveSocket } from './socket.ts';

const channel: Channel = {
  name: 'Rooms',
  parameters: Type.Object({}),
  message: Type.Object({}),
  subscribe: async () => 'room:1',
  read: async () => ({ number: 1 }),
};

/** A page on a socket, and the set of its listeners. */
function page() {
  const listening = new Set<object>();
  const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, bufferedAmount: 0, send: () => {}, close: () => {} });
  serveSocket({
    socket: socket as unknown as WebSocket,
    key: 'a socket',
    person: { id: 1 } as Person,
    hub: {
      subscribe: async (_channel, _subject, listener) => {
        listening.add(listener);
        await Promise.resolve();
        return () => void listening.delete(listener);
      },
      count: () => listening.size,
      close: async () => {},
    },
    channels: [channel],
    contextOf: () => ({ now: new Date() }) as Context,
    authenticate: async () => null,
    onFailure: (error) => {
      throw error;
    },
  });
  const say = (command: string) =>
    socket.emit('message', Buffer.from(JSON.stringify({ command, identifier: JSON.stringify({ channel: 'Rooms' }) })), false);
  return { socket, say, listening };
}

test('a stay ends when the socket closes, even after unsubscribing and subscribing again', async () => {
  const { socket, say, listening } = page();
  for (const command of ['subscribe', 'unsubscribe', 'subscribe']) say(command);
  await new Promise(setImmediate);
  expect(listening.size).toBe(1);
  socket.emit('close');
  expect(listening.size).toBe(0);
});
