import { Problem } from '@abhyas/contract/problem';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentUser, type User, useUser } from '../../platform/user.ts';
import { useLeaveOnRefusal } from './useLeaveOnRefusal.ts';

const nobody = new Problem('not_signed_in');

/**
 * The student for whom a session's screen was opened. If the sign-in ends while answers are given, the screen stays, and uploads ask for a
 * new sign-in on top of it; otherwise the sign-in page opens. If another student has signed in, the screen is left.
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
