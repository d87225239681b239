import { EventEmitter } from 'node:events';
import { Type } from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
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

/** A page on a socket, the set of its listeners, and the codes with which the socket was closed. */
function page(person = { id: 1 } as Person, authenticate: () => Promise<Person | null> = async () => null) {
  const listening = new Set<object>();
  const answers: string[] = [];
  const send = (frame: string) => {
    const { type } = JSON.parse(frame) as { type: string };
    if (type.endsWith('_subscription')) answers.push(type);
  };
  const closed: number[] = [];
  const close = (code: number) => void closed.push(code);
  const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, bufferedAmount: 0, ping: () => {}, send, close });
  serveSocket({
    socket: socket as unknown as WebSocket,
    key: 'a socket',
    person,
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
    authenticate,
    onFailure: (error) => {
      throw error;
    },
  });
  // Otherwise its timers would run during the tests of other files.
  onTestFinished(() => void socket.emit('close'));
  const say = (command: string, identifier: object = { channel: 'Rooms' }) =>
    socket.emit('message', Buffer.from(JSON.stringify({ command, identifier: JSON.stringify(identifier) })), false);
  return { socket, say, listening, answers, closed };
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

const teacher = { id: 1, membership: { id: 7, role: 'teacher' }, hasSecondFactor: true } as Person;
test.each([
  ['stays open for the same role', teacher, []],
  ['ends once the person has another role', { ...teacher, membership: { id: 7, role: 'invigilator' } }, [4401]],
  ['ends once the second factor has expired', { ...teacher, hasSecondFactor: false }, [4401]],
  ['ends once the sign-in has ended', null, [4401]],
] as [string, Person | null, number[]][])('a socket %s', async (_title, found, codes) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { closed, socket } = page(teacher, async () => found);
  for (let second = 0; second < 65; second += 1) {
    socket.emit('pong');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(closed.slice(0, 1)).toEqual(codes);
});
