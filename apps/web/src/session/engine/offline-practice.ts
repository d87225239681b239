import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { checkOfflinePractice, getOfflinePractice } from '@abhyas/contract/practice/practice';
import type { Answer } from '@abhyas/contract/endpoint';
import { initialState } from '@abhyas/exam/tests/session';
import type { DeviceStore } from '../../platform/device-store.ts';
import { recordOf } from './device-record.ts';
import type { SessionPayload } from './open-session.ts';

type OfflinePractice = Answer<typeof getOfflinePractice>;
type Check = Answer<typeof checkOfflinePractice>['topics'][number];

/**
 * Keeps the practice of a topic on the device, so that it opens without a network. If the device has answers of the session, they stay, and
 * only its questions are stored again. Returns the size in bytes.
 */
export async function keepPractice(store: DeviceStore, student_id: number, practice: OfflinePractice, now: number): Promise<number> {
  const { test_info } = practice;
  if (test_info.session_id === null || practice.questions.length === 0) return 0;
  const payload = { ...practice, question_responses: [] };
  await store.keepPaper(student_id, test_info.session_id, payload);
  if (!(await store.get(student_id, test_info.session_id))) {
    const state = initialState({
      session_id: test_info.session_id,
      kind: 'train',
      questions: practice.questions,
      responses: practice.question_responses,
      writer: test_info.writer,
      session_time_spent: test_info.session_time_spent,
      current_index: test_info.current_index,
      is_adaptive: practice.adaptive !== undefined,
    });
    const object = {
      student_id,
      id: test_info.id,
      object_type: test_info.object_type,
      session_type: test_info.session_type,
      is_revise: false,
    };
    // Opening a session also sets a visit. It is not sent, because the student has not made it.
    const acknowledged = Object.fromEntries(
      Object.values(state.responses).map(({ question_id, writer, version }) => [question_id, { writer, version }]),
    );
    const moment = { isFinishTest: false, timeRemaining: null, server_time: now, absences: [] };
    await store.put(recordOf(object, { ...state, acknowledged }, moment)).catch(() => undefined);
  }
  return JSON.stringify(payload).length;
}

/** A topic whose practice this device can open without the server. */
export interface PracticeOnDevice {
  /** The topic. */
  id: number;
  name: string;
}

const mostListed = 6;

/** The topics whose practice this device has kept, at most six, sorted by name. They are read from the device, not from the server. */
export async function practiceOnDevice(store: DeviceStore, student_id: number): Promise<PracticeOnDevice[]> {
  const found = new Map<number, string>();
  for (const { id, object_type, session_type, session_id } of await store.listOf(student_id)) {
    if (object_type !== objectTypes.checkpoint || session_type !== sessionTypes.adaptive) continue;
    const paper = (await store.paperOf(student_id, session_id)) as SessionPayload | null;
    if (paper && paper.questions.length > 0) found.set(id, paper.test_info.name);
  }
  return [...found]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, mostListed);
}

/** Deletes a kept topic, unless it has unsent answers. */
export async function dropPractice(
  store: DeviceStore,
  student_id: number,
  topic_id: number,
  isUnsent: (session_id: number) => Promise<boolean>,
) {
  for (const record of await store.listOf(student_id)) {
    if (record.id !== topic_id || record.object_type !== 0 || record.session_type !== 0) continue;
    if (!(await isUnsent(record.session_id))) await store.delete(student_id, record.session_id);
  }
}

/** Removes questions that are now in a test from a kept topic. Answers to them stay until they are sent. */
export async function removeQuestions(store: DeviceStore, student_id: number, { topic_id, remove_question_ids }: Check): Promise<void> {
  const gone = new Set(remove_question_ids);
  if (gone.size === 0) return;
  for (const record of await store.listOf(student_id)) {
    if (record.id !== topic_id || record.object_type !== 0) continue;
    const paper = (await store.paperOf(student_id, record.session_id)) as SessionPayload | null;
    if (!paper) continue;
    const stays = ({ id }: { id: number }) => !gone.has(id);
    await store.keepPaper(student_id, record.session_id, {
      ...paper,
      questions: paper.questions.filter(stays),
      ...(paper.further_questions ? { further_questions: paper.further_questions.filter(stays) } : {}),
      ...(paper.adaptive ? { adaptive: { ...paper.adaptive, candidates: paper.adaptive.candidates.filter(stays) } } : {}),
    });
  }
}
