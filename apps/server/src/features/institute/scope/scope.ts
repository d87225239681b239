import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { namedAmong, phoneIn } from '../identity/identity.ts';
import * as store from './scope.store.ts';

/** The name of a paper: its id, as screens send it, or its code, as commands do. */
export type PaperName = number | string;

/** The paper of the actor's institute with this name, with `isLocked` locked until the transaction ends. Throws `not_found`. */
export async function institutePaper(context: StaffContext, name: PaperName, locking: { isLocked?: boolean } = {}) {
  const paper = await store.findPaper(context, name, locking);
  if (!paper) throw new Problem('not_found', typeof name === 'string' ? `There is no paper ${name}.` : {});
  return paper;
}

/** A choice of students: by phone numbers (or `PHONE/NAME`), as commands do, by ids, or all of the institute. */
export type StudentNames = { phones: readonly string[] } | { ids: readonly number[] } | 'all';

/** Students of the actor's institute. Throws `not_possible` for a number, `not_found` for an id, that none of its students has. */
export async function studentsOf(context: StaffContext, names: StudentNames) {
  const isByPhone = typeof names === 'object' && 'phones' in names;
  const students = await store.findStudents(context, isByPhone ? { phones: names.phones.map(phoneIn) } : names);
  if (names === 'all') return students;
  if ('ids' in names) {
    const ids = new Set(students.map(({ id }) => id));
    if (!names.ids.every((id) => ids.has(id))) throw new Problem('not_found');
    return students;
  }
  const found = names.phones.map((text) => {
    const ofPhone = students.filter(({ phone }) => phone === phoneIn(text));
    return { text, named: namedAmong(ofPhone, text, ({ id }) => id) };
  });
  const missing = found.filter(({ named }) => named.length === 0).map(({ text }) => text);
  if (missing.length > 0) throw new Problem('not_possible', `No students of this institute: ${missing.join(', ')}.`);
  const ids = new Set(found.flatMap(({ named }) => named.map(({ id }) => id)));
  return students.filter(({ id }) => ids.has(id));
}

/** The fields that a change replaces, with their present values in the row. */
export const pick = <T extends object>(row: T, change: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column in change));

export type PaperWindow = store.PaperWindow;
export const { findFinishedStudents, updatePaper } = store;
