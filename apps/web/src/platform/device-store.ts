import type { LocalResponse, LocalVisit, Revision } from '@abhyas/exam/session';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

const DATABASE = 'abhyas';
const STORE = 'QuestionResponses';

/** One session as the device keeps it: the student's own answers, never a key or a solution. */
export interface DeviceRecord {
  student_id: number;
  session_id: number;
  /** The paper, topic or chapter; with the two types, what its address opens. */
  id: number;
  object_type: number;
  session_type: number;
  /** The specification's name of `session_id`. */
  sessionId: number;
  /** In question order. */
  responses: LocalResponse[];
  acknowledged: Record<number, Revision>;
  /** Seconds; null outside tests. */
  timeRemaining: number | null;
  currentIndex: number;
  is_revise: boolean;
  isFinishTest: boolean;
  visits: LocalVisit[];
  next_visit: number;
  current_since: number;
  writer: number;
  session_time_spent: number;
  /** Ms by the server's clock when this was written. */
  server_time: number;
}

export interface DeviceStore {
  get(student_id: number, session_id: number): Promise<DeviceRecord | null>;
  /** Every record of one student, newest first. */
  listOf(student_id: number): Promise<DeviceRecord[]>;
  /** Rejects when the device does not keep it; the record is then held in memory. */
  put(record: DeviceRecord): Promise<void>;
  delete(student_id: number, session_id: number): Promise<void>;
  /** Forgets every student: on logout. */
  clearAll(): Promise<void>;
}

interface Schema extends DBSchema {
  [STORE]: { key: [number, number]; value: DeviceRecord; indexes: { student_id: number } };
}

const memoryKey = (student_id: number, session_id: number) => `${student_id}/${session_id}`;

/**
 * The device's store of sessions in IndexedDB. Where the browser keeps nothing (private window, full disk) reads find what this page put,
 * and `put` rejects so that the student can be told.
 */
export function createDeviceStore(): DeviceStore {
  const memory = new Map<string, DeviceRecord>();
  let opening: Promise<IDBPDatabase<Schema>> | null = null;

  const database = (): Promise<IDBPDatabase<Schema>> => {
    opening ??= openDB<Schema>(DATABASE, 1, {
      upgrade(fresh) {
        fresh.createObjectStore(STORE, { keyPath: ['student_id', 'session_id'] }).createIndex('student_id', 'student_id');
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

  /** What is stored, or null where the store cannot be read. */
  const read = async <T>(reading: (open: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> => {
    try {
      return await reading(await database());
    } catch {
      return null;
    }
  };

  return {
    async get(student_id, session_id) {
      const held = memory.get(memoryKey(student_id, session_id));
      return held ?? (await read((open) => open.get(STORE, [student_id, session_id]))) ?? null;
    },
    async listOf(student_id) {
      const stored = (await read((open) => open.getAllFromIndex(STORE, 'student_id', student_id))) ?? [];
      const held = [...memory.values()].filter((record) => record.student_id === student_id);
      const others = stored.filter(({ session_id }) => !memory.has(memoryKey(student_id, session_id)));
      return [...held, ...others].toSorted((a, b) => b.server_time - a.server_time);
    },
    async put(record) {
      const key = memoryKey(record.student_id, record.session_id);
      try {
        await (await database()).put(STORE, record);
        memory.delete(key);
      } catch (failure) {
        memory.set(key, record);
        throw failure;
      }
    },
    async delete(student_id, session_id) {
      memory.delete(memoryKey(student_id, session_id));
      await read((open) => open.delete(STORE, [student_id, session_id]));
    },
    async clearAll() {
      memory.clear();
      await read((open) => open.clear(STORE));
    },
  };
}

/** The store of this page. */
export const deviceStore = createDeviceStore();
