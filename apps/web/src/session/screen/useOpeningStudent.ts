import { Problem } from '@abhyas/contract/problem';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentUser, type User, useUser } from '../../platform/user.ts';
import { useLeaveOnRefusal } from './useLeaveOnRefusal.ts';

const nobody = new Problem('not_signed_in');

/**
 * The student whom the screen of a session was opened for. While answers are given it stays theirs when the sign-in ends, as uploads ask for it
 * on top of the screen; else it leads to the sign-in. Where another student has signed in it is left.
 */
export function useOpeningStudent(isAnswering: boolean): User | null {
  const [student] = useState(currentUser);
  const user = useUser();
  const navigate = useNavigate();
  const isOthers = student !== null && user !== null && user.id !== student.id;
  const isStaying = user !== null || isAnswering;
  useLeaveOnRefusal(student && isStaying ? null : nobody);
  useEffect(() => {
    if (isOthers) void navigate({ to: '/', replace: true });
  }, [isOthers, navigate]);
  return isStaying && !isOthers ? student : null;
}
