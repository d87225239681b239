import type { DBSchema } from 'idb';
import { createStudentStore } from '../platform/student-store.ts';
import type { Translated } from './languages.ts';

/** Texts of a session in another language, as the device keeps them. */
export interface KeptTexts {
  student_id: number;
  session_id: number;
  texts: Translated;
  kept_at: number;
}

interface Schema extends DBSchema {
  texts: { key: [number, number]; value: KeptTexts };
}

export const { orNothing, clear: clearTranslations } = createStudentStore<Schema>('abhyas-translations', 'texts', 'session_id');
