import { Problem } from '@abhyas/contract/problem';
import type { Student } from '../../context.ts';
import * as store from './classrooms.store.ts';

export const { attends, findAttending } = store;

/**
 * The institute whose classes, files and sheets the student has. Throws `not_allowed` for students whose menu has none of it: of no institute,
 * institute-type, with tests only.
 */
export function instituteOfMember({ institute_id, is_institute_student, has_only_test_board_access }: Student): number {
  if (institute_id === null || is_institute_student || has_only_test_board_access) throw new Problem('not_allowed');
  return institute_id;
}
