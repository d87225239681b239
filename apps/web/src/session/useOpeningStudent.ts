import { Problem } from '@abhyas/contract/problem';
import { useState } from 'react';
import { currentUser, type User } from '../platform/user.ts';
import { useLeaveOnRefusal } from './useLeaveOnRefusal.ts';

const nobody = new Problem('not_signed_in');

/**
 * The student whom the screen of a session was opened for. It stays theirs when the sign-in ends meanwhile, as uploads ask for it on top of the
 * screen. Without anybody it leads to the sign-in.
 */
export function useOpeningStudent(): User | null {
  const [student] = useState(currentUser);
  useLeaveOnRefusal(student ? null : nobody);
  return student;
}
