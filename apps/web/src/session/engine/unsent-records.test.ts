import 'fake-indexeddb/auto';
import { initialState, selectOption } from '@abhyas/exam/tests/session';
import { beforeEach, expect, test } from 'vitest';
import { createDeviceStore, type KeptRecord } from '../../platform/device-store.ts';
import { storageInMemory } from '../../platform/testing/storage.ts';
import { recordOf } from './device-record.ts';
import { sendUnsent, sendRecord } from './unsent-records.ts';
import type { SessionPorts, SessionEvent } from './engine-parts.ts';
import { begin, FakeServer } from './testing/fake-server.ts';

const storage = storageInMemory();
const store = createDeviceStore(Date.now, () => storage);
let student_id = 0;
let server: FakeServer;
let told: SessionEvent[];
let ports: SessionPorts;

beforeEach(() => {
  student_id += 1;
  server = new FakeServer();
  told = [];
  ports = { store, send: server.send, say: (event) => void told.push(event) };
});

/** The record that a closed page left: one answer, and whether it was finished or absent. */
async function left({ isFinishTest = false, absences = [] as number[] }): Promise<KeptRecord> {
  const questions = [101, 102].map((id) => ({ id, question_type: 0 }) as const);
  const opened = initialState({
    session_id: 5,
    kind: 'test',
    questions,
    responses: [],
    writer: 1,
    session_time_spent: 0,
    current_index: 0,
  });
  const object = { student_id, id: 3, object_type: 1, session_type: 0, is_revise: false };
  await store.put(recordOf(object, selectOption(opened, 3), { isFinishTest, timeRemaining: 600, server_time: begin, absences }));
  const record = await store.get(student_id, 5);
  if (!record) throw new Error('The record was not kept.');
  return record;
}

test('absences recorded without a network are sent by the next page together with the finish', async () => {
  const record = await left({ isFinishTest: true, absences: [7, 90] });
  expect(await sendRecord(ports, record)).toEqual({ kind: 'delivered' });
  expect(server.uploads.map(({ absences }) => absences)).toEqual([[7, 90]]);
  expect([server.status, await store.get(student_id, 5)]).toEqual(['COMPLETE', null]);
});

test('an absence that the server has received is not sent again', async () => {
  await sendRecord(ports, await left({ absences: [7] }));
  expect((await store.get(student_id, 5))?.absences).toEqual([]);
  expect(await sendUnsent(ports, student_id, null)).toEqual([]);
  expect(server.uploads).toHaveLength(1);
});

test('an absence that could not be sent stays in the record', async () => {
  server.isCut = true;
  await sendRecord(ports, await left({ absences: [7] }));
  expect((await store.get(student_id, 5))?.absences).toEqual([7]);
});

test('the server’s message about a refused answer is shown, and the answer is not sent again', async () => {
  server.unwanted = 101;
  await sendRecord(ports, await left({}));
  expect(told).toEqual([{ kind: 'refused', question_id: 101, message: 'no such option' }]);
  expect(await sendUnsent(ports, student_id, null)).toEqual([]);
});
