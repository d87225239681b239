import type { DBSchema } from 'idb';
import { createStudentStore } from './student-store.ts';

/** A line of the pen: x and y by turns, in thousandths of the pad's width. */
export type Stroke = number[];

/** The working of one question in one session, on this device only. */
export interface Scratchpad {
  student_id: number;
  /** The session and the question, as `12/345`. */
  place: string;
  strokes: Stroke[];
  text: string;
  /** Ms of the server’s clock. */
  kept_at: number;
}

interface Schema extends DBSchema {
  scratchpads: { key: [number, string]; value: Scratchpad };
}

const { orNothing, clear } = createStudentStore<Schema>('abhyas-scratchpads', 'scratchpads', 'place');

/** The most scratchpads of a student on a device; the oldest are deleted first. */
const mostKept = 300;

export const placeOf = (session_id: number, question_id: number): string => `${session_id}/${question_id}`;

export const findScratchpad = (student_id: number, place: string) => orNothing((open) => open.get('scratchpads', [student_id, place]));

/** Stores a scratchpad; an empty one is deleted. False if the device keeps nothing. */
export async function keepScratchpad(pad: Scratchpad): Promise<boolean> {
  const isEmpty = pad.strokes.length === 0 && pad.text === '';
  const kept = await orNothing(async (open) => {
    if (isEmpty) await open.delete('scratchpads', [pad.student_id, pad.place]);
    else await open.put('scratchpads', pad);
    return true;
  });
  return kept === true;
}

/** Deletes the oldest scratchpads beyond the limit. */
export const trimScratchpads = (student_id: number) =>
  orNothing(async (open) => {
    const all = await open.getAll('scratchpads', IDBKeyRange.bound([student_id, ''], [student_id, '\uffff']));
    const old = all.toSorted((a, b) => b.kept_at - a.kept_at).slice(mostKept);
    for (const { place } of old) await open.delete('scratchpads', [student_id, place]);
  });

export const clearScratchpads = clear;
