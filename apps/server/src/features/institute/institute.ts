import type { Context } from '../../context.ts';
import * as store from './institute.store.ts';

/** What the staff asked for cannot be done; the message says why. */
export class StaffFault extends Error {}

/** The paper with this code. Throws `StaffFault` where there is none. */
export async function institutePaper(context: Context, code: string) {
  const paper = await store.findPaperByCode(context, code);
  if (!paper) throw new StaffFault(`There is no paper ${code}.`);
  return paper;
}

/** The students of a paper's institute, all or those with the given numbers. Throws `StaffFault` for a number that is none of theirs. */
export async function studentsOf(context: Context, paper: { code: string; institute_id: number | null }, phones: readonly string[] | null) {
  if (paper.institute_id === null) throw new StaffFault(`${paper.code} belongs to no institute.`);
  const students = await store.findStudents(context, paper.institute_id, phones);
  const missing = phones?.filter((phone) => !students.some((student) => student.phone === phone)) ?? [];
  if (missing.length > 0) throw new StaffFault(`No students of this institute: ${missing.join(', ')}.`);
  return students;
}

export type PaperWindow = store.PaperWindow;
export const { findFinishedStudents, updatePaper } = store;
