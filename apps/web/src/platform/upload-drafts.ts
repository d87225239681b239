import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { BegunUpload } from './upload.ts';

/** A file or photos that a student has chosen and not handed in yet, as the device keeps them through a reload. */
export interface UploadDraft {
  student_id: number;
  /** What it is for: `offline-test/7`. */
  purpose: string;
  /** Photos in their order, or one file. */
  files: { name: string; bytes: Blob }[];
  /** What the photos were made into, and what had been begun of it. */
  made: { name: string; bytes: Blob } | null;
  begun: BegunUpload | null;
}

interface Schema extends DBSchema {
  drafts: { key: [number, string]; value: UploadDraft };
}

const DATABASE = 'abhyas-uploads';
let opening: Promise<IDBPDatabase<Schema>> | null = null;

const database = () =>
  (opening ??= openDB<Schema>(DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('drafts', { keyPath: ['student_id', 'purpose'] }),
    terminated: () => {
      opening = null;
    },
  }));

/** Where the browser keeps nothing, nothing is kept: the page itself still holds what was chosen. */
async function orNothing<T>(work: (open: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await database());
  } catch {
    opening = null;
    return undefined;
  }
}

export const keepDraft = (draft: UploadDraft) => orNothing((open) => open.put('drafts', draft));
export const findDraft = (student_id: number, purpose: string) => orNothing((open) => open.get('drafts', [student_id, purpose]));
export const forgetDraft = (student_id: number, purpose: string) => orNothing((open) => open.delete('drafts', [student_id, purpose]));
/** Forgets every student's: on logout. */
export const clearDrafts = () => orNothing((open) => open.clear('drafts'));
