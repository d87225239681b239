import 'fake-indexeddb/auto';
import { openSession, type SessionState, selectOption } from '@abhyas/exam/tests/session';
import { beforeEach, expect, test } from 'vitest';
import { recordOf } from '../session/engine/device-record.ts';
import { storageInMemory } from './testing/storage.ts';
import { createDeviceStore } from './device-store.ts';

const object = { id: 3, object_type: 1, session_type: 0, is_revise: false };
const moment = { isFinishTest: false, timeRemaining: 600, server_time: 0, absences: [] };
let student_id = 0;
beforeEach(() => (student_id += 1));

/** A session of two questions, opened by a writer. */
const opened = (writer: number): SessionState =>
  openSession({
    session_id: 5,
    kind: 'test',
    questions: [101, 102].map((id) => ({ id, question_type: 0 })),
    responses: [],
    writer,
    session_time_spent: 0,
    current_index: 0,
  });
let storage = storageInMemory();
const store = createDeviceStore(Date.now, () => storage);
const record = (state: SessionState) => recordOf({ ...object, student_id }, state, moment);
const write = (state: SessionState) => store.put(record(state));
const kept = async () => (await store.get(student_id, 5))?.responses.map(({ responses }) => responses);
beforeEach(() => {
  storage = storageInMemory();
});

test('what an older page writes last is never put over what a newer one wrote', async () => {
  const older = selectOption(opened(1), 1);
  await write(older);
  await write(selectOption({ ...older, writer: 2 }, 3));
  await write(older);
  expect(await kept()).toEqual([[3], []]);
  expect(await store.get(student_id, 5)).toMatchObject({ writer: 2 });
});

test('an answer of an older page that has not arrived stays beside those of the newer one', async () => {
  await write({ ...opened(2), currentIndex: 1 });
  await write(selectOption({ ...opened(1), currentIndex: 1 }, 4));
  await write(selectOption(opened(2), 2));
  expect(await kept()).toEqual([[2], [4]]);
});

test('an answer of an older page that has not arrived is kept where the newer one only looked at the question', async () => {
  await write(selectOption(opened(1), 3));
  await write({ ...opened(2), acknowledged: { 101: { writer: 2, version: 1 } } });
  expect(await kept()).toEqual([[3], []]);
  // It is still to be sent: what has arrived is the visit.
  expect((await store.get(student_id, 5))?.acknowledged).toEqual({});
});

test('what the server handed out again is taken over what had arrived before', async () => {
  const state = selectOption(opened(1), 1);
  await write({ ...state, acknowledged: { 101: { writer: 1, version: 2 } } });
  await write(opened(2));
  expect(await kept()).toEqual([[], []]);
});

test('what a page leaves in its last moment is found by the next, over what it had written before', async () => {
  await write(selectOption(opened(1), 1));
  store.putAtOnce(record(selectOption(selectOption(opened(1), 1), 4)));
  expect(await kept()).toEqual([[4], []]);
  expect(await createDeviceStore(Date.now, () => storage).listOf(student_id)).toHaveLength(1);
  expect(storage).toHaveLength(0);
});

test('a page that lived on writes over what it had left, even where it was left in the middle of a write', async () => {
  const [first, second, third] = [1, 2, 3].map((option) => selectOption(opened(1), option)) as [SessionState, SessionState, SessionState];
  const writing = write(first);
  store.putAtOnce(record(second));
  await writing;
  expect(storage).toHaveLength(1);
  await write(third);
  expect(storage).toHaveLength(0);
  expect(await kept()).toEqual([[3], []]);
});

test('what a page left goes with its session, and with the student who logs out', async () => {
  for (const forget of [() => store.delete(student_id, 5), () => store.clearAll()]) {
    store.putAtOnce(record(selectOption(opened(1), 1)));
    await forget();
    expect(storage).toHaveLength(0);
    expect(await store.get(student_id, 5)).toBeNull();
  }
});

test('where nothing can be left, and where what was left cannot be read, what is written is found', async () => {
  storage = storageInMemory(0);
  store.putAtOnce(record(selectOption(opened(1), 1)));
  await write(selectOption(opened(1), 2));
  expect(await kept()).toEqual([[2], []]);
  storage = storageInMemory();
  storage.setItem(`abhyas.QuestionResponses/${student_id}/5`, '{');
  expect(await kept()).toEqual([[2], []]);
});
