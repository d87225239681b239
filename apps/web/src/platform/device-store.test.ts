import 'fake-indexeddb/auto';
import { openSession, type SessionState, selectOption } from '@abhyas/exam/session';
import { beforeEach, expect, test } from 'vitest';
import { recordOf } from '../session/device-record.ts';
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
const store = createDeviceStore();
const write = (state: SessionState) => store.put(recordOf({ ...object, student_id }, state, moment));
const kept = async () => (await store.get(student_id, 5))?.responses.map(({ responses }) => responses);

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

test('what the server handed out anew is taken over what had arrived before', async () => {
  const state = selectOption(opened(1), 1);
  await write({ ...state, acknowledged: { 101: { writer: 1, version: 2 } } });
  await write(opened(2));
  expect(await kept()).toEqual([[], []]);
});
