import { getChapterQuickpointList } from '@abhyas/contract/bank/cheat-sheets';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import { getMistakes } from '@abhyas/contract/practice/mistakes';
import { Problem } from '@abhyas/contract/problem';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import type { DBSchema } from 'idb';
import { call, type CallOptions, NetworkFailure } from './call.ts';
import { serverNow } from './clock.ts';
import { createStudentStore } from './student-store.ts';
import { currentUser } from './user.ts';

/** The answers that may be read again without a network. None of them contains a test in progress. */
const keepable = [getMistakes, getChapterQuickpointList, getAssignmentReport] as const;
type Keepable = (typeof keepable)[number];

/** An API response. `kept_at` is the time (ms) at which the device stored it; it is set if the server could not be reached. */
export type Kept<T> = T & { kept_at?: number };

interface KeptAnswer {
  student_id: number;
  /** Route and input. */
  address: string;
  route: string;
  input: object;
  answer: object;
  kept_at: number;
}

interface Schema extends DBSchema {
  answers: { key: [number, string]; value: KeptAnswer };
}

/** The number of answers kept for a student, by kind; the newest stay. */
const MOST_KEPT = 12;
const DAY_MS = 86_400_000;
/** Answers older than this are neither shown nor kept. */
const LONGEST_MS = 14 * DAY_MS;
/** Cached API responses older than this are fetched again, because one of their questions may now be in a test. */
const FRESH_MS = DAY_MS / 2;

const { orNothing, clear } = createStudentStore<Schema>('abhyas-answers', 'answers', 'address');

const addressOf = (endpoint: Endpoint, input: object) => `${endpoint.route} ${JSON.stringify(input)}`;
const allOf = async (student_id: number) =>
  ((await orNothing((open) => open.getAll('answers', IDBKeyRange.bound([student_id, ''], [student_id, '\uFFFF'])))) ?? []).toSorted(
    (a, b) => b.kept_at - a.kept_at,
  );
const forget = ({ student_id, address }: Pick<KeptAnswer, 'student_id' | 'address'>) =>
  orNothing((open) => open.delete('answers', [student_id, address]));

async function keep(kept: KeptAnswer): Promise<void> {
  // An answer may arrive after the logout that cleared the device.
  if (currentUser()?.id !== kept.student_id) return;
  await orNothing((open) => open.put('answers', kept));
  const ofKind = (await allOf(kept.student_id)).filter(({ route }) => route === kept.route);
  await Promise.all(ofKind.slice(MOST_KEPT).map(forget));
}

/**
 * Makes a call and caches its response on the device. If the server cannot be reached, returns the cached one; if the server refuses the
 * call, deletes it. Throws as `call` does.
 */
export async function callOrKept<E extends Keepable>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Kept<Answer<E>>> {
  const student_id = currentUser()?.id;
  const address = addressOf(endpoint, input);
  try {
    const answer = await call(endpoint, input, options);
    if (student_id !== undefined) void keep({ student_id, address, route: endpoint.route, input, answer, kept_at: serverNow() });
    return answer as Kept<Answer<E>>;
  } catch (failure) {
    if (student_id === undefined) throw failure;
    if (failure instanceof Problem && failure.status < 500 && failure.status !== 429) await forget({ student_id, address });
    if (!(failure instanceof NetworkFailure)) throw failure;
    const kept = await orNothing((open) => open.get('answers', [student_id, address]));
    if (!kept || serverNow() - kept.kept_at > LONGEST_MS) throw failure;
    return { ...kept.answer, kept_at: kept.kept_at } as Kept<Answer<E>>;
  }
}

export const forgetAnswer = async <E extends Keepable>(endpoint: E, input: Input<E>): Promise<void> => {
  const student_id = currentUser()?.id;
  if (student_id !== undefined) await forget({ student_id, address: addressOf(endpoint, input) });
};

/**
 * Refetches cached API responses, or deletes those that are too old; also deletes cheat sheets if the student has no Premium. Runs when the
 * server is reached.
 */
export async function refreshKeptAnswers(student_id: number): Promise<void> {
  const hasPremium = currentUser()?.has_premium_access === true;
  for (const kept of await allOf(student_id)) {
    const age = serverNow() - kept.kept_at;
    const endpoint = keepable.find(({ route }) => route === kept.route);
    if (!endpoint || age > LONGEST_MS || (kept.route === getChapterQuickpointList.route && !hasPremium)) await forget(kept);
    else if (age > FRESH_MS) await callOrKept(endpoint, kept.input as never).catch(() => undefined);
  }
}

export const clearKeptAnswers = clear;
