import 'fake-indexeddb/auto';
import { initialState, type SessionState, selectOption } from '@abhyas/exam/tests/session';
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
  initialState({
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

test('the last write of an older page never replaces the record of a newer page', async () => {
  const older = selectOption(opened(1), 1);
  await write(older);
  await write(selectOption({ ...older, writer: 2 }, 3));
  await write(older);
  expect(await kept()).toEqual([[3], []]);
  expect(await store.get(student_id, 5)).toMatchObject({ writer: 2 });
});

test('an unsent answer of an older page is kept beside the answers of the newer page', async () => {
  await write({ ...opened(2), currentIndex: 1 });
  await write(selectOption({ ...opened(1), currentIndex: 1 }, 4));
  await write(selectOption(opened(2), 2));
  expect(await kept()).toEqual([[2], [4]]);
});

test('an unsent answer of an older page is kept if the newer page has only visited the question', async () => {
  await write(selectOption(opened(1), 3));
  await write({ ...opened(2), acknowledged: { 101: { writer: 2, version: 1 } } });
  expect(await kept()).toEqual([[3], []]);
  // The answer is still unsent, because the server has received only the visit.
  expect((await store.get(student_id, 5))?.acknowledged).toEqual({});
});

test('a response that the server sends again replaces the acknowledged one', async () => {
  const state = selectOption(opened(1), 1);
  await write({ ...state, acknowledged: { 101: { writer: 1, version: 2 } } });
  await write(opened(2));
  expect(await kept()).toEqual([[], []]);
});

test('a record that a page stored while closing is found by the next page, and replaces the page’s earlier writes', async () => {
  await write(selectOption(opened(1), 1));
  store.putAtOnce(record(selectOption(selectOption(opened(1), 1), 4)));
  expect(await kept()).toEqual([[4], []]);
  expect(await createDeviceStore(Date.now, () => storage).listOf(student_id)).toHaveLength(1);
  expect(storage).toHaveLength(0);
});

test('a page that stays open after all replaces the record that it stored while closing, even if it stored it during a write', async () => {
  const [first, second, third] = [1, 2, 3].map((option) => selectOption(opened(1), option)) as [SessionState, SessionState, SessionState];
  const writing = write(first);
  store.putAtOnce(record(second));
  await writing;
  expect(storage).toHaveLength(1);
  await write(third);
  expect(storage).toHaveLength(0);
  expect(await kept()).toEqual([[3], []]);
});

test('a record that a page stored while closing is deleted with its session, and when the student logs out', async () => {
  for (const forget of [() => store.delete(student_id, 5), () => store.clearAll()]) {
    store.putAtOnce(record(selectOption(opened(1), 1)));
    await forget();
    expect(storage).toHaveLength(0);
    expect(await store.get(student_id, 5)).toBeNull();
  }
});

test('the record in the database is found even if the copy that a closing page writes cannot be stored or read', async () => {
  storage = storageInMemory(0);
  store.putAtOnce(record(selectOption(opened(1), 1)));
  await write(selectOption(opened(1), 2));
  expect(await kept()).toEqual([[2], []]);
  storage = storageInMemory();
  storage.setItem(`abhyas.QuestionResponses/${student_id}/5`, '{');
  expect(await kept()).toEqual([[2], []]);
});
