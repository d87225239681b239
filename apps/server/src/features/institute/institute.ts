import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../context.ts';
import * as store from './institute.store.ts';

/** The actor's paper with this code. Throws `not_found`. */
export async function institutePaper(context: StaffContext, code: string) {
  const paper = await store.findPaperByCode(context, code);
  if (!paper) throw new Problem('not_found', `There is no paper ${code}.`);
  return paper;
}

/** The actor's paper with this id. Throws `not_found`. */
export async function institutePaperById(context: StaffContext, id: number) {
  const paper = await store.findPaperById(context, id);
  if (!paper) throw new Problem('not_found');
  return paper;
}

/** Students of the actor's institute, all or those with the given numbers. Throws `not_possible` for a number that is none of theirs. */
export async function studentsOf(context: StaffContext, phones: readonly string[] | null) {
  const students = await store.findStudents(context, phones);
  const missing = phones?.filter((phone) => !students.some((student) => student.phone === phone)) ?? [];
  if (missing.length > 0) throw new Problem('not_possible', `No students of this institute: ${missing.join(', ')}.`);
  return students;
}

/** What the change replaces. */
export const pick = <T extends object>(row: T, change: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in change));

export type PaperWindow = store.PaperWindow;
export const { findFinishedStudents, updatePaper } = store;
