import type { DBSchema } from 'idb';
import { createStudentStore } from './student-store.ts';
import type { BegunUpload } from './upload.ts';

/** A file or photos that a student has chosen and not handed in yet. The device keeps them through a reload. */
export interface UploadDraft {
  student_id: number;
  /** The purpose of the files, such as `offline-test/7`. */
  purpose: string;
  /** Photos in their order, or one file. */
  files: { name: string; bytes: Blob }[];
  /** The file made from the photos, and its upload if one was begun. */
  made: { name: string; bytes: Blob } | null;
  begun: BegunUpload | null;
}

interface Schema extends DBSchema {
  drafts: { key: [number, string]; value: UploadDraft };
}

const { orNothing, clear } = createStudentStore<Schema>('abhyas-uploads', 'drafts', 'purpose');

export const keepDraft = (draft: UploadDraft) => orNothing((open) => open.put('drafts', draft));
export const findDraft = (student_id: number, purpose: string) => orNothing((open) => open.get('drafts', [student_id, purpose]));
export const forgetDraft = (student_id: number, purpose: string) => orNothing((open) => open.delete('drafts', [student_id, purpose]));
export const clearDrafts = clear;
