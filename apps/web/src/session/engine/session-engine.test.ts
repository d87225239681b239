import 'fake-indexeddb/auto';
import { Problem } from '@abhyas/contract/problem';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeviceStore, type DeviceRecord } from '../../platform/device-store.ts';
import { begin, FakeServer } from './testing/fake-server.ts';
import { startEngine } from './testing/start-engine.ts';
import { storageInMemory } from '../../platform/testing/storage.ts';
import { openForStudent } from './open-session.ts';
import type { OpeningOfSession, SessionEvent } from './engine-parts.ts';
import type { SessionEngine } from './session-engine.ts';

/** Each test has its own student, because an engine of an earlier test may still write. */
let student_id = 0;
const object = { id: 3, object_type: 1, session_type: 0, is_revise: false };
const storage = storageInMemory();
const store = createDeviceStore(
  () => Date.now(),
  () => storage,
);
let server: FakeServer;
let told: SessionEvent[];
const ports = () => ({ store, send: server.send, say: (event: SessionEvent) => void told.push(event) });

async function open(whose = student_id): Promise<SessionEngine> {
  const opened = await openForStudent(ports(), { ...object, student_id: whose }, 'test', server.payload, () => true);
  if (opened.kind !== 'open') throw new Error(opened.kind);
  return engineOf(opened, whose);
}

const engineOf = (opened: Pick<OpeningOfSession, 'state' | 'clock'>, whose = student_id) =>
  startEngine(ports(), { object: { ...object, student_id: whose }, ...opened });

const answer = (engine: SessionEngine, at: number, option: number) => {
  engine.goTo(at);
  engine.select(option);
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** The page closes without warning: it sends and reports nothing more. */
const vanish = () => vi.clearAllTimers();

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  server = new FakeServer();
  told = [];
  student_id += 1;
});

test('an answer is on the device before any upload', async () => {
  const engine = await open();
  answer(engine, 0, 3);
  await engine.whenWritten();
  expect(server.uploads).toHaveLength(0);
  expect((await store.get(student_id, 5))?.responses[0]).toMatchObject({ question_id: 101, responses: [3] });
});

test('a single answer is sent after ten seconds, and until then the save state says that the device has it', async () => {
  const engine = await open();
  answer(engine, 0, 3);
  expect(engine.view().saveState).toBe('kept');
  await pass(9);
  expect(server.uploads).toHaveLength(0);
  await pass(2);
  expect(server.answerTo(101)).toEqual([3]);
  expect(engine.view().saveState).toBe('saved');
});

test('the fifteenth changed question sends all changed questions at once', async () => {
  const engine = await open();
  for (let at = 0; at < 14; at += 1) answer(engine, at, 1);
  expect(server.uploads).toHaveLength(0);
  answer(engine, 14, 1);
  await pass(0);
  expect(server.held.size).toBe(15);
});

test('a running test without changes is reported to the server each minute', async () => {
  await open();
  await pass(59);
  expect(server.uploads).toHaveLength(0);
  await pass(2);
  expect(server.uploads).toHaveLength(1);
});

describe('when the network is cut', () => {
  test('answers wait on the device and, once the network is back, the newest answer to each question is sent', async () => {
    const engine = await open();
    server.isCut = true;
    answer(engine, 0, 1);
    await pass(30);
    expect(engine.view().saveState).toBe('on_device');
    engine.select(4);
    await pass(120);
    server.isCut = false;
    await engine.tryNow();
    expect(server.answerTo(101)).toEqual([4]);
    expect(engine.view().saveState).toBe('saved');
  });

  test('an upload whose response was lost is repeated and changes nothing', async () => {
    const engine = await open();
    server.losesAnswers = true;
    answer(engine, 0, 2);
    await pass(11);
    server.losesAnswers = false;
    await pass(120);
    expect(server.uploads.length).toBeGreaterThan(1);
    expect(server.answerTo(101)).toEqual([2]);
    expect(engine.view().saveState).toBe('saved');
  });

  test('a begun test opens from the device with every answer and can be continued', async () => {
    const engine = await open();
    answer(engine, 2, 4);
    await engine.whenWritten();
    vanish();
    server.isCut = true;
    const again = await open();
    expect(again.view().state.responses[103]?.responses).toEqual([4]);
    answer(again, 3, 1);
    server.isCut = false;
    await again.tryNow();
    expect([server.answerTo(103), server.answerTo(104)]).toEqual([[4], [1]]);
  });

  test('a failed Finish is reported, keeps every answer, and succeeds at the next try', async () => {
    const engine = await open();
    answer(engine, 0, 2);
    server.isCut = true;
    expect(await engine.finish()).toBe(false);
    expect(told.map(({ kind }) => kind)).toEqual(['finish_failed']);
    expect(engine.view().phase).toBe('finish_failed');
    await engine.whenWritten();
    expect(await store.get(student_id, 5)).toMatchObject({ isFinishTest: true });
    server.isCut = false;
    expect(await engine.tryNow()).toBe(true);
    expect([server.status, server.answerTo(101)]).toEqual(['COMPLETE', [2]]);
  });
});

describe('while an upload is under way', () => {
  test('a second attempt waits for this upload and returns its outcome', async () => {
    const engine = await open();
    answer(engine, 0, 1);
    server.lag = 3;
    const sent = engine.tryNow();
    const tried = engine.tryNow();
    await pass(4);
    expect(await Promise.all([sent, tried])).toEqual([true, true]);
    expect(server.uploads).toHaveLength(1);
  });

  test('Finish waits for this upload, then ends the test and reports its end', async () => {
    const engine = await open();
    answer(engine, 0, 1);
    server.lag = 3;
    void engine.tryNow();
    const finished = engine.finish();
    await pass(7);
    expect(await finished).toBe(true);
    expect([server.uploads.length, server.status, server.answerTo(101)]).toEqual([2, 'COMPLETE', [1]]);
  });
});

test('after a page closed without warning, the next opening sends its answers before it shows anything', async () => {
  const engine = await open();
  answer(engine, 5, 2);
  await engine.whenWritten();
  vanish();
  const again = await open();
  expect(server.answerTo(106)).toEqual([2]);
  expect(again.view().state.responses[106]?.responses).toEqual([2]);
});

describe('answers that another device gave under the same writer number', () => {
  const answerElsewhere = () =>
    server.held.set(106, { question_id: 106, responses: [4], rich_response: null, version: 2, question_time_spent: 0, writer: 1 });

  test('are shown when this device opens the session again, at the question that was last open on this device', async () => {
    const engine = await open();
    answer(engine, 0, 3);
    engine.goTo(7);
    await engine.tryNow();
    await engine.whenWritten();
    vanish();
    answerElsewhere();
    const { state } = (await open()).view();
    expect([state.responses[106]?.responses, state.responses[101]?.responses, state.currentIndex]).toEqual([[4], [3], 7]);
  });

  test('are shown while the test is handed in because its time is up', async () => {
    const engine = await open();
    answer(engine, 0, 3);
    await engine.whenWritten();
    vanish();
    answerElsewhere();
    server.remaining = 0;
    const { state } = (await open()).view();
    expect([state.responses[106]?.responses, state.responses[101]?.responses]).toEqual([[4], [3]]);
  });
});

test('without a network, the time during which the page was closed is counted', async () => {
  server.deadline = new Date(begin + 600_000).toISOString();
  await open();
  await pass(60);
  vanish();
  server.isCut = true;
  vi.setSystemTime(begin + 360_000);
  const opened = await openForStudent(ports(), { ...object, student_id }, 'test', server.payload, () => true);
  expect(opened).toMatchObject({ assumedNow: begin + 360_000, clock: { remaining_duration: 240 } });
});

test("another student's record is neither shown nor sent", async () => {
  const engine = await open();
  answer(engine, 0, 3);
  await engine.whenWritten();
  vanish();
  const other = await open(student_id + 1000);
  expect(other.view().state.responses[101]?.responses).toEqual([]);
  expect(server.uploads).toHaveLength(0);
  expect(await store.get(student_id, 5)).not.toBeNull();
});

test('a page whose session was taken over is notified and accepts no further change', async () => {
  const engine = await open();
  server.writer = 2;
  answer(engine, 0, 1);
  await pass(11);
  expect(engine.view().isTakenOver).toBe(true);
  engine.select(4);
  expect(engine.view().state.responses[101]?.responses).toEqual([1]);
});

test('a takeover that the first of several uploads reports is shown before the second is answered', async () => {
  const engine = await open();
  answer(engine, 0, 1);
  await engine.acquireWriter(Promise.resolve(2));
  answer(engine, 1, 2);
  server.writer = 3;
  server.lag = 5;
  const sent = engine.tryNow();
  await pass(6);
  expect([server.uploads.length, engine.view().isTakenOver]).toEqual([1, true]);
  await pass(6);
  await sent;
  expect([server.answerTo(101), server.answerTo(102)]).toEqual([[1], [2]]);
});

test('when the time is up every answer is sent and the test is finished', async () => {
  const engine = await open();
  answer(engine, 0, 1);
  await pass(601);
  expect(told.map(({ kind }) => kind)).toEqual(['time_up', 'finished']);
  expect([server.status, server.answerTo(101)]).toEqual(['COMPLETE', [1]]);
  await vi.waitFor(async () => expect(await store.get(student_id, 5)).toBeNull());
});

test('when the time is up the server is asked first, and an extended test continues', async () => {
  const engine = await open();
  server.isCut = true;
  answer(engine, 0, 1);
  await pass(601);
  expect(engine.view()).toMatchObject({ phase: 'finish_failed', isTimeUp: true });
  server.isCut = false;
  server.extension = 300;
  await engine.tryNow();
  expect(engine.view()).toMatchObject({ phase: 'open', isTimeUp: false });
  expect(engine.timeLeft()).toBe(300);
  answer(engine, 1, 2);
  await pass(301);
  expect([server.status, server.answerTo(101), server.answerTo(102)]).toEqual(['COMPLETE', [1], [2]]);
});

describe('when another page of this browser takes over', () => {
  test('the older page still sends its unsent answers, and the newer page’s record stays on the device', async () => {
    const engine = await open();
    answer(engine, 0, 1);
    await engine.whenWritten();
    engine.becomeReadOnly();
    expect([engine.view().isTakenOver, told]).toEqual([true, [{ kind: 'taken_over' }]]);
    await store.delete(student_id, 5);
    engine.select(4);
    await pass(11);
    await engine.whenWritten();
    expect([server.answerTo(101), await store.get(student_id, 5)]).toEqual([[1], null]);
  });

  test('after a failed finish only the newer page repeats or cancels it', async () => {
    const engine = await open();
    server.isCut = true;
    answer(engine, 0, 1);
    await engine.finish();
    engine.becomeReadOnly();
    server.isCut = false;
    await pass(120);
    expect([server.status, server.answerTo(101)]).toEqual(['IN_PROGRESS', [1]]);
  });
});

test('after late answers the student gets the message of the server, and the session is over', async () => {
  const engine = await open();
  server.refusal = new Problem('received_late');
  answer(engine, 0, 1);
  await pass(11);
  expect(told).toEqual([{ kind: 'received_late', message: server.refusal.message }, { kind: 'finished' }]);
  expect(engine.view().phase).toBe('finished');
});

test('an answer given while the writer number is being fetched is kept and sent', async () => {
  const engine = await open();
  const acquired = engine.acquireWriter(Promise.resolve(2));
  answer(engine, 3, 2);
  await acquired;
  expect(engine.view().state.responses[104]?.responses).toEqual([2]);
  await engine.tryNow();
  expect(server.answerTo(104)).toEqual([2]);
});

describe('when the test has ended on the server without the device’s knowledge', () => {
  test('answers given in two openings of the test are all sent, although the first upload is already late', async () => {
    const engine = await open();
    answer(engine, 0, 1);
    await engine.acquireWriter(Promise.resolve(2));
    answer(engine, 1, 2);
    server.refusal = new Problem('received_late');
    await engine.tryNow();
    expect(server.sentQuestions()).toEqual(expect.arrayContaining([101, 102]));
    expect(told.map(({ kind }) => kind)).toEqual(['received_late', 'finished']);
  });

  test('an answer given during an upload is sent after it, before the record is deleted', async () => {
    const engine = await open();
    server.refusal = new Problem('received_late');
    server.lag = 3;
    answer(engine, 0, 1);
    await pass(11);
    answer(engine, 1, 2);
    await pass(10);
    expect(server.sentQuestions()).toContain(102);
    expect(told.map(({ kind }) => kind)).toEqual(['received_late', 'finished']);
  });

  test('the next opening sends a record with the answers of two earlier openings completely', async () => {
    const engine = await open();
    answer(engine, 0, 1);
    await engine.acquireWriter(Promise.resolve(2));
    answer(engine, 1, 2);
    await engine.whenWritten();
    vanish();
    server.refusal = new Problem('received_late');
    server.status = 'COMPLETE';
    await expect(open()).rejects.toThrow('report');
    expect(server.sentQuestions()).toEqual(expect.arrayContaining([101, 102]));
  });
});

test('without a sign-in the record is kept, and sending continues after the next sign-in', async () => {
  const engine = await open();
  server.refusal = new Problem('not_signed_in');
  answer(engine, 0, 2);
  await pass(11);
  expect(engine.view().isSignInNeeded).toBe(true);
  expect((await store.get(student_id, 5))?.responses[0]?.responses).toEqual([2]);
  server.refusal = null;
  await engine.tryNow();
  expect(server.answerTo(101)).toEqual([2]);
});

test('an answer given right before the page closes is on the device at once, even while a sign-in is needed', async () => {
  const engine = await open();
  server.refusal = new Problem('not_signed_in');
  answer(engine, 0, 2);
  await pass(11);
  answer(engine, 1, 4);
  void engine.hide();
  const left = JSON.parse(storage.getItem(storage.key(0) ?? '') ?? '') as DeviceRecord;
  expect(left.responses.slice(0, 2)).toMatchObject([{ responses: [2] }, { responses: [4] }]);
});

test('an extension is reported with the new end of the test', async () => {
  server.deadline = new Date(begin + 600_000).toISOString();
  const engine = await open();
  server.deadline = new Date(begin + 1_200_000).toISOString();
  await engine.tryNow();
  await engine.tryNow();
  expect(told.filter(({ kind }) => kind === 'extended')).toEqual([{ kind: 'extended', seconds: 600, deadline: begin + 1_200_000 }]);
});
