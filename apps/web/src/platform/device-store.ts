import { isNewer, mergeResponse } from '@abhyas/exam/tests/merge';
import type { Draft, LocalResponse, LocalVisit, Revision } from '@abhyas/exam/tests/session';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

const DATABASE = 'abhyas';
const STORE = 'QuestionResponses';
const PAPERS = 'papers';

/** One session as the device keeps it: the student's own answers. */
export interface DeviceRecord {
  student_id: number;
  session_id: number;
  /** Id of the paper, topic or chapter. Together with the two types it identifies the object of the session. */
  id: number;
  object_type: number;
  session_type: number;
  /** `session_id`, under the fixed name of the device's record (docs/product.md). */
  sessionId: number;
  /** In question order. */
  responses: LocalResponse[];
  acknowledged: Record<number, Revision>;
  /** Seconds; null outside tests. */
  timeRemaining: number | null;
  currentIndex: number;
  is_revise: boolean;
  /** The source of a revision's questions; absent for missed questions. */
  source?: string;
  isFinishTest: boolean;
  visits: LocalVisit[];
  next_visit: number;
  current_since: number;
  writer: number;
  session_time_spent: number;
  /** When this was written, in ms of the server's clock. */
  server_time: number;
  /** For an exam-exact test, whose unsaved selection is `draft`. Records of older pages lack both fields. */
  is_exam_exact?: boolean;
  draft?: Draft | null;
  is_shown_in_hindi?: boolean;
  /** Whether this is adaptive practice, whose questions are chosen again. The responses belong to the questions chosen last. */
  is_adaptive?: boolean;
  /** Seconds of the session at which the student left the window, as far as the server has not confirmed them. */
  absences: number[];
}

/** A record with the device's own time (ms) at which it was written. */
export type KeptRecord = DeviceRecord & { device_time: number };

type SessionKey = Pick<DeviceRecord, 'student_id' | 'session_id'>;

export interface DeviceStore {
  get(student_id: number, session_id: number): Promise<KeptRecord | null>;
  /** Every record of one student, newest first. */
  listOf(student_id: number): Promise<KeptRecord[]>;
  /**
   * Stores a record, unless there is a newer one. A record that was read before keeps its `device_time`. Rejects if the device does not
   * store the record, which is then kept in memory.
   */
  put(record: DeviceRecord | KeptRecord): Promise<void>;
  /** Stores a record before it returns, for a page that may close or crash before a `put` ends. The next read finds the record. */
  putAtOnce(record: DeviceRecord): void;
  /** Deletes a session and its paper. */
  delete(student_id: number, session_id: number): Promise<void>;
  /**
   * Keeps the questions of a running session, so that it opens without a network. Keeps nothing if the device has no room. The questions of
   * a test contain no keys.
   */
  keepPaper(student_id: number, session_id: number, payload: object): Promise<void>;
  paperOf(student_id: number, session_id: number): Promise<object | null>;
  /** Deletes the records of every student, on logout. */
  clearAll(): Promise<void>;
}

interface PageStore extends DeviceStore {
  /** Opens the database before it is needed. */
  open(): void;
}

interface Schema extends DBSchema {
  [STORE]: { key: [number, number]; value: KeptRecord; indexes: { student_id: number } };
  [PAPERS]: { key: [number, number]; value: { student_id: number; session_id: number; payload: object } };
}

/**
 * Merges two records of one session, because two pages may write at the same moment. The result is the newer writer's record, with the
 * other's responses that the server has not acknowledged.
 */
function merged(kept: KeptRecord, stored: KeptRecord | undefined): KeptRecord {
  if (!stored) return kept;
  const [base, other] = stored.writer > kept.writer ? [stored, kept] : [kept, stored];
  const unsent = new Map(
    other.responses
      .filter((response) => {
        const known = other.acknowledged[response.question_id];
        return known === undefined || isNewer(response, known);
      })
      .map((response) => [response.question_id, response]),
  );
  const acknowledged = { ...base.acknowledged };
  const responses = base.responses.map((response) => {
    const candidate = unsent.get(response.question_id);
    if (!candidate) return response;
    const winner = mergeResponse(response, candidate);
    // Here an answer of the older page replaces a mere visit of the newer page. The acknowledgement of the visit does not cover the answer.
    if (isNewer(response, winner)) delete acknowledged[response.question_id];
    return winner;
  });
  // In adaptive practice the other page may have answered questions that are not among the chosen ones here. Those answers are kept.
  const own = new Set(base.responses.map(({ question_id }) => question_id));
  const further = [...unsent.values()].filter(({ question_id, version }) => !own.has(question_id) && version > 1);
  return { ...base, responses: [...responses, ...further], acknowledged };
}

const memoryKey = (student_id: number, session_id: number) => `${student_id}/${session_id}`;

/**
 * Records of pages that may have closed or crashed during a write. IndexedDB loses a write that is requested right before that; local
 * storage does not. Any access to `storage` may throw if the browser keeps nothing.
 */
function createLeftRecords(storage: () => Storage) {
  const prefix = `${DATABASE}.${STORE}/`;
  const keyOf = ({ student_id, session_id }: SessionKey) => `${prefix}${student_id}/${session_id}`;
  const orNull = <T>(reading: () => T): T | null => {
    try {
      return reading();
    } catch {
      return null;
    }
  };
  const everyKey = () => Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '');
  const keys = () => orNull(everyKey)?.filter((key) => key.startsWith(prefix)) ?? [];
  const forget = (key: string) => orNull(() => storage().removeItem(key));
  return {
    leave: (record: KeptRecord) => orNull(() => storage().setItem(keyOf(record), JSON.stringify(record))),
    /** The text of the stored record. A comparison shows whether another record was left since. */
    textOf: (of: SessionKey) => orNull(() => storage().getItem(keyOf(of))),
    all: () => keys().flatMap((key) => orNull(() => JSON.parse(storage().getItem(key) ?? '') as KeptRecord) ?? []),
    forget: (of: SessionKey) => forget(keyOf(of)),
    forgetAll: () => keys().forEach(forget),
  };
}

/**
 * The device's store of sessions in IndexedDB. If the browser keeps nothing (private window, full disk), reads find the records that this
 * page put, and `put` rejects, so that the page can warn the student.
 */
export function createDeviceStore(deviceNow: () => number, storage: () => Storage): PageStore {
  const left = createLeftRecords(storage);
  const memory = new Map<string, KeptRecord>();
  let opening: Promise<IDBPDatabase<Schema>> | null = null;

  const database = (): Promise<IDBPDatabase<Schema>> => {
    opening ??= openDB<Schema>(DATABASE, 1, {
      upgrade(fresh) {
        fresh.createObjectStore(STORE, { keyPath: ['student_id', 'session_id'] }).createIndex('student_id', 'student_id');
        fresh.createObjectStore(PAPERS, { keyPath: ['student_id', 'session_id'] });
      },
      terminated() {
        opening = null;
      },
    }).catch((failure: unknown) => {
      opening = null;
      throw failure;
    });
    return opening;
  };

  /** The stored value; null if the store cannot be read. */
  const read = async <T>(reading: (open: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> => {
    try {
      return await reading(await database());
    } catch {
      return null;
    }
  };

  /** Moves the records that pages left into the store. */
  const settle = () => Promise.allSettled(left.all().map((record) => store.put(record)));

  const store: PageStore = {
    open: () => void read(async () => null),
    async get(student_id, session_id) {
      await settle();
      const held = memory.get(memoryKey(student_id, session_id));
      return held ?? (await read((open) => open.get(STORE, [student_id, session_id]))) ?? null;
    },
    async listOf(student_id) {
      await settle();
      const stored = (await read((open) => open.getAllFromIndex(STORE, 'student_id', student_id))) ?? [];
      const held = [...memory.values()].filter((record) => record.student_id === student_id);
      const others = stored.filter(({ session_id }) => !memory.has(memoryKey(student_id, session_id)));
      return [...held, ...others].toSorted((a, b) => b.server_time - a.server_time);
    },
    async put(record) {
      const key = memoryKey(record.student_id, record.session_id);
      const kept = { device_time: deviceNow(), ...record };
      const leftBefore = left.textOf(record);
      try {
        const transaction = (await database()).transaction(STORE, 'readwrite');
        const stored = await transaction.store.get([record.student_id, record.session_id]);
        await Promise.all([transaction.store.put(merged(kept, stored)), transaction.done]);
        memory.delete(key);
        if (leftBefore !== null && left.textOf(record) === leftBefore) left.forget(record);
      } catch (failure) {
        memory.set(key, kept);
        throw failure;
      }
    },
    putAtOnce(record) {
      left.leave({ device_time: deviceNow(), ...record });
    },
    async delete(student_id, session_id) {
      memory.delete(memoryKey(student_id, session_id));
      left.forget({ student_id, session_id });
      await read((open) => open.delete(STORE, [student_id, session_id]));
      await read((open) => open.delete(PAPERS, [student_id, session_id]));
    },
    async keepPaper(student_id, session_id, payload) {
      await read((open) => open.put(PAPERS, { student_id, session_id, payload }));
    },
    async paperOf(student_id, session_id) {
      return (await read((open) => open.get(PAPERS, [student_id, session_id])))?.payload ?? null;
    },
    async clearAll() {
      memory.clear();
      left.forgetAll();
      await read((open) => open.clear(STORE));
      await read((open) => open.clear(PAPERS));
    },
  };
  return store;
}

/** The store of this page. */
export const deviceStore = createDeviceStore(Date.now, () => localStorage);
