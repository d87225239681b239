import { checkOfflinePractice, getOfflinePractice, MOST_KEPT_TOPICS } from '@abhyas/contract/practice/practice';
import { call } from '../platform/call.ts';
import { serverNow } from '../platform/clock.ts';
import { deviceStore } from '../platform/device-store.ts';
import { keepPictures } from '../platform/service-worker.ts';
import { pictureAddresses } from '../question/question-content.ts';
import { hasUnsentAnswers } from './engine/device-record.ts';
import { dropPractice, keepPractice, removeQuestions } from './engine/offline-practice.ts';

const KEY = 'kept-topics';

/** A topic whose practice is kept on this device. */
export interface KeptTopic {
  topic_id: number;
  version: string;
  bytes: number;
}

interface Kept {
  student_id: number;
  topics: KeptTopic[];
}

function read(student_id: number): KeptTopic[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.student_id === student_id ? kept.topics : [];
  } catch {
    return [];
  }
}

function write(student_id: number, topics: KeptTopic[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ student_id, topics }));
  } catch {
    // Without the list no topic is shown as kept.
  }
}

export const keptTopics = read;

/** Keeps the practice of a topic with its pictures. Rejects when the practice cannot be fetched. */
export async function keepTopic(student_id: number, topic_id: number): Promise<KeptTopic> {
  const practice = await call(getOfflinePractice, { id: topic_id });
  const bytes = await keepPractice(deviceStore, student_id, practice, serverNow());
  const passages = new Map(practice.comprehension_questions.map((passage) => [passage.id, passage]));
  const questions = [...practice.questions, ...(practice.further_questions ?? [])];
  void keepPictures(
    questions.flatMap((question) => pictureAddresses(question, passages.get(question.comprehension_question_id ?? 0) ?? null)),
  );
  const kept = { topic_id, version: practice.version, bytes };
  write(student_id, [...read(student_id).filter((other) => other.topic_id !== topic_id), kept].slice(-MOST_KEPT_TOPICS));
  return kept;
}

const isUnsent = (student_id: number) => async (session_id: number) => {
  const record = await deviceStore.get(student_id, session_id);
  return record !== null && hasUnsentAnswers(record);
};

export async function dropTopic(student_id: number, topic_id: number): Promise<void> {
  write(
    student_id,
    read(student_id).filter((other) => other.topic_id !== topic_id),
  );
  await dropPractice(deviceStore, student_id, topic_id, isUnsent(student_id));
}

/**
 * Asks the server which questions this device must delete because they are now in a test, and which kept topics because the student may no
 * longer open them. Runs whenever the server is reached.
 */
export async function checkKeptTopics(student_id: number): Promise<void> {
  const topic_ids = read(student_id).map(({ topic_id }) => topic_id);
  if (topic_ids.length === 0) return;
  const { topics } = await call(checkOfflinePractice, { topic_ids });
  for (const check of topics) {
    if (check.is_allowed) await removeQuestions(deviceStore, student_id, check);
    else await dropTopic(student_id, check.topic_id);
  }
}

/** Clears the list of kept topics. Called at logout, when the whole device store is cleared. */
export function forgetKeptTopics(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // The browser stored nothing, so there is nothing to delete.
  }
}
