import 'fake-indexeddb/auto';
import { shownAnswer } from '@abhyas/exam/tests/session';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeviceStore } from '../../platform/device-store.ts';
import { storageInMemory } from '../../platform/testing/storage.ts';
import { openForStudent } from './open-session.ts';
import { runningTests } from './running-tests.ts';
import type { OpeningOfSession } from './engine-parts.ts';
import type { SessionEngine } from './session-engine.ts';
import { startEngine } from './testing/start-engine.ts';
import { begin, FakeServer } from './testing/fake-server.ts';

/** Each test has its own student, because an engine of an earlier test may still write. */
let student_id = 0;
const object = { id: 3, object_type: 1, session_type: 0, is_revise: false };
const storage = storageInMemory();
const store = createDeviceStore(
  () => Date.now(),
  () => storage,
);
let server: FakeServer;
const ports = () => ({ store, send: server.send, say: () => undefined });
const engineOf = (opened: Pick<OpeningOfSession, 'state' | 'clock'>) =>
  startEngine(ports(), { object: { ...object, student_id }, ...opened });

async function open(): Promise<SessionEngine> {
  const opened = await openForStudent(ports(), { ...object, student_id }, 'test', server.payload, () => true);
  if (opened.kind !== 'open') throw new Error(opened.kind);
  return engineOf(opened);
}

const answer = (engine: SessionEngine, at: number, option: number) => {
  engine.goTo(at);
  engine.select(option);
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** The page closes without warning: it sends and reports nothing more. */
const vanish = () => vi.clearAllTimers();
/** Waits until the device has the paper, which is stored in the background. */
const isPaperKept = () => vi.waitFor(async () => expect(await store.paperOf(student_id, 5)).not.toBeNull());

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  server = new FakeServer();
  student_id += 1;
});

describe('an exam-exact test', () => {
  const chosenAt = (engine: SessionEngine) => {
    const { state } = engine.view();
    return shownAnswer(state, state.questionIds[state.currentIndex] ?? 0)?.responses;
  };
  beforeEach(() => {
    server.isExamExact = true;
  });

  test('keeps a draft through a reload, with and without a network, and never sends it', async () => {
    const first = await open();
    first.select(3);
    await first.whenWritten();
    await pass(70);
    vanish();
    const second = await open();
    expect(chosenAt(second)).toEqual([3]);
    await second.whenWritten();
    vanish();
    await isPaperKept();
    server.isCut = true;
    const third = await open();
    expect(chosenAt(third)).toEqual([3]);
    server.isCut = false;
    await third.tryNow();
    expect(server.answerTo(101)).toEqual([]);
    third.save();
    await third.tryNow();
    expect(server.answerTo(101)).toEqual([3]);
  });

  test('does not count a draft when the time is up', async () => {
    const engine = await open();
    engine.select(2);
    engine.save();
    engine.goTo(1);
    engine.select(4);
    await pass(605);
    expect(server.status).toBe('COMPLETE');
    expect([server.answerTo(101), server.answerTo(102)]).toEqual([[2], []]);
  });

  test('drops a draft when another device has written since', async () => {
    const engine = await open();
    engine.select(3);
    await engine.whenWritten();
    vanish();
    server.writer = 2;
    expect(chosenAt(await open())).toEqual([]);
  });
});

test('after reloads, a take-over and a time without a network, the time of each question is the sum of its visits', async () => {
  const first = await open();
  answer(first, 0, 3);
  await pass(13);
  first.goTo(1);
  await pass(4);
  await first.hide();
  vanish();
  server.writer = 2;
  const second = await open();
  second.goTo(0);
  await pass(30);
  await second.hide();
  expect(server.times()).toContainEqual({ byResponse: 43, byVisits: 43 });
  await second.whenWritten();
  vanish();
  server.writer = 3;
  const third = await open();
  server.isCut = true;
  third.goTo(0);
  await pass(7);
  answer(third, 2, 1);
  await pass(5);
  third.goTo(0);
  await pass(2);
  server.isCut = false;
  await third.finish();
  expect(server.status).toBe('COMPLETE');
  expect(server.times()).toContainEqual({ byResponse: 52, byVisits: 52 });
  for (const { byResponse, byVisits } of server.times()) expect(byResponse).toBe(byVisits);
});

describe('without a network', () => {
  test('the device lists the tests in progress with their time left and progress', async () => {
    server.deadline = new Date(begin + 600_000).toISOString();
    const engine = await open();
    answer(engine, 0, 3);
    answer(engine, 1, 3);
    engine.clear();
    await pass(60);
    await engine.whenWritten();
    await isPaperKept();
    vanish();
    vi.setSystemTime(begin + 60_000);
    server.isCut = true;
    const running = () => runningTests(store, student_id, Date.now());
    expect(await running()).toEqual([
      { id: 3, isAssignment: false, name: 'FakeServer test', timeLeft: expect.closeTo(540, 0), answered: 1, questionCount: 20 },
    ]);
    vi.setSystemTime(begin + 120_000);
    expect((await running())[0]?.timeLeft).toBeCloseTo(480, 0);
    expect(await runningTests(store, student_id + 1000, Date.now())).toEqual([]);
  });

  test('an ended test is not listed as under way', async () => {
    const engine = await open();
    server.isCut = true;
    await engine.finish();
    await engine.whenWritten();
    expect(await runningTests(store, student_id, Date.now())).toEqual([]);
  });

  test('practice reopens at the question where it was left, and is not listed as a test in progress', async () => {
    const fetchPractice = async () => {
      const payload = await server.payload();
      const none = { test_mode_type: null, test_type: null, test_duration: null, remaining_duration: null, time_kind: null };
      return { ...payload, test_info: { ...payload.test_info, ...none } };
    };
    const openPractice = async () => {
      const opened = await openForStudent(ports(), { ...object, student_id }, 'train', fetchPractice, () => true);
      return opened.kind === 'open' ? opened : null;
    };
    const first = await openPractice();
    if (!first) throw new Error('not open');
    const engine = engineOf(first);
    engine.goTo(2);
    engine.select(4);
    engine.verify();
    await engine.whenWritten();
    await isPaperKept();
    vanish();
    server.isCut = true;
    const again = await openPractice();
    expect(again?.state).toMatchObject({ kind: 'train', currentIndex: 2, responses: { 103: { responses: [4], verified: true } } });
    expect(again?.clock).toBeNull();
    expect(await runningTests(store, student_id, Date.now())).toEqual([]);
  });
});
