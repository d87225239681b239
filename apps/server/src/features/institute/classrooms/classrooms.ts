import { Problem } from '@abhyas/contract/problem';
import type { Student } from '../../../context.ts';
import * as store from './classrooms.store.ts';

export const { findAttending } = store;

/**
 * The institute whose classes, files and sheets the student sees, 0 for none. Throws `not_allowed` for students whose menu offers none of
 * these: students of an institute, and students who have only the test board.
 */
export function instituteOfMember({ institute_id, is_institute_student, has_only_test_board_access }: Student): number {
  if (is_institute_student || has_only_test_board_access) throw new Problem('not_allowed');
  return institute_id ?? 0;
}
