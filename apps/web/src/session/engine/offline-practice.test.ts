import 'fake-indexeddb/auto';
import type { getOfflinePractice } from '@abhyas/contract/practice/practice';
import type { Answer } from '@abhyas/contract/endpoint';
import { selectOption, verify } from '@abhyas/exam/tests/session';
import { expect, test } from 'vitest';
import { createDeviceStore } from '../../platform/device-store.ts';
import { storageInMemory } from '../../platform/testing/storage.ts';
import { recordOf } from './device-record.ts';
import { dropPractice, keepPractice, practiceOnDevice, removeQuestions } from './offline-practice.ts';
import { openForStudent } from './open-session.ts';

const storage = storageInMemory();
const store = createDeviceStore(
  () => Date.now(),
  () => storage,
);
const object = { id: 7, object_type: 0, session_type: 0, is_revise: false };
const question = (id: number) => ({ id, question_type: 0, comprehension_question_id: null, accepted_answers: [2], precision: 2 });
const candidate = (id: number) => ({ id, rating: 1200, comprehension_question_id: null, is_seen: false, is_missed: false });
const practice = {
  test_info: {
    id: 7,
    name: 'Projectile motion',
    session_id: 5,
    session_status: 'IN_PROGRESS',
    object_type: 0,
    session_type: 0,
    writer: 1,
    session_time_spent: 0,
    current_index: 0,
    time_kind: null,
    remaining_duration: null,
  },
  questions: [1, 2].map(question),
  further_questions: [question(3)],
  question_responses: [],
  comprehension_questions: [],
  bookmarked_question_ids: [],
  adaptive: { candidates: [1, 2, 3].map(candidate), rating: 1200, answered: 0, count: 2, seed: 5 },
  version: 'one',
} as unknown as Answer<typeof getOfflinePractice>;

let student_id = 100;
const openWithoutNetwork = () => {
  const ports = { store, send: () => Promise.reject(new TypeError('no network')), say: () => undefined };
  return openForStudent(
    ports,
    { ...object, student_id },
    'train',
    () => Promise.reject(new TypeError('no network')),
    () => true,
  );
};

test('a kept topic opens without a network and has nothing to send', async () => {
  student_id += 1;
  expect(await keepPractice(store, student_id, practice, 0)).toBeGreaterThan(100);
  expect(await openWithoutNetwork()).toMatchObject({
    kind: 'open',
    hasUnsentAnswers: false,
    state: { questionIds: [1, 2], is_adaptive: true },
  });
});

test('kept topics are listed without a network, and a student sees only their own', async () => {
  student_id += 1;
  expect(await practiceOnDevice(store, student_id)).toEqual([]);
  await keepPractice(store, student_id, practice, 0);
  expect(await practiceOnDevice(store, student_id)).toEqual([{ id: 7, name: 'Projectile motion' }]);
  expect(await practiceOnDevice(store, student_id + 1)).toEqual([]);
  await dropPractice(store, student_id, 7, async () => false);
  expect(await practiceOnDevice(store, student_id)).toEqual([]);
});

test('a topic that is kept again does not lose the answers that were given on this device', async () => {
  student_id += 1;
  await keepPractice(store, student_id, practice, 0);
  const opened = await openWithoutNetwork();
  if (opened.kind !== 'open') throw new Error(opened.kind);
  const answered = verify(selectOption(opened.state, 2), 3);
  await store.put(
    recordOf({ ...object, student_id }, answered, { isFinishTest: false, timeRemaining: null, server_time: 1, absences: [] }),
  );
  await keepPractice(store, student_id, practice, 2);
  expect(await openWithoutNetwork()).toMatchObject({
    kind: 'open',
    hasUnsentAnswers: true,
    state: { responses: { 1: { verified: true } } },
  });
});

test('removes from a kept topic each question that is now in a test, and deletes a topic that the student may no longer open', async () => {
  student_id += 1;
  await keepPractice(store, student_id, practice, 0);
  await removeQuestions(store, student_id, { topic_id: 7, is_allowed: true, remove_question_ids: [3] });
  const paper = (await store.paperOf(student_id, 5)) as typeof practice;
  expect(paper.further_questions).toEqual([]);
  expect(paper.adaptive?.candidates.map(({ id }) => id)).toEqual([1, 2]);
  await dropPractice(store, student_id, 7, async () => true);
  expect(await store.paperOf(student_id, 5)).not.toBeNull();
  await dropPractice(store, student_id, 7, async () => false);
  expect(await store.paperOf(student_id, 5)).toBeNull();
});
