import { EventEmitter } from 'node:events';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Context, Person } from '../context.ts';
import type { Channel } from './channel.ts';
import { serveSocket } from './socket.ts';

const channel: Channel = {
  name: 'Rooms',
  parameters: Type.Object({ house: Type.Optional(Type.Integer()), number: Type.Optional(Type.Integer()) }),
  message: Type.Object({}),
  subscribe: async () => 'room:1',
  read: async () => ({ number: 1 }),
};

/** A page on a socket, and the set of its listeners. */
function page() {
  const listening = new Set<object>();
  const answers: string[] = [];
  const send = (frame: string) => {
    const { type } = JSON.parse(frame) as { type: string };
    if (type.endsWith('_subscription')) answers.push(type);
  };
  const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, bufferedAmount: 0, send, close: () => {} });
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
    channels: [channel, { ...channel, name: 'Doors' }],
    contextOf: () => ({ now: new Date() }) as Context,
    authenticate: async () => null,
    onFailure: (error) => {
      throw error;
    },
  });
  // Otherwise its timers would run during the tests of other files.
  onTestFinished(() => void socket.emit('close'));
  const say = (command: string, identifier: object = { channel: 'Rooms' }) =>
    socket.emit('message', Buffer.from(JSON.stringify({ command, identifier: JSON.stringify(identifier) })), false);
  return { socket, say, listening, answers };
}

test('the time in a class ends when the socket closes, even after unsubscribing and subscribing again', async () => {
  const { socket, say, listening } = page();
  for (const command of ['subscribe', 'unsubscribe', 'subscribe']) say(command);
  await new Promise(setImmediate);
  expect(listening.size).toBe(1);
  socket.emit('close');
  expect(listening.size).toBe(0);
});

test('a socket subscribes once to a channel and subject, however the identifier is written', async () => {
  const { say, listening, answers } = page();
  const [house, number] = [1, 2];
  const identifiers = [
    { channel: 'Rooms', house, number },
    { channel: 'Rooms', number, house },
    { number, channel: 'Rooms' },
  ];
  for (const identifier of [...identifiers, { channel: 'Doors', house, number }]) say('subscribe', identifier);
  await new Promise(setImmediate);
  expect(answers.toSorted()).toEqual(['confirm_subscription', 'confirm_subscription', 'reject_subscription', 'reject_subscription']);
  expect(listening.size).toBe(2);
});
