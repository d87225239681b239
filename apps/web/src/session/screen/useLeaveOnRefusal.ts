import { Problem } from '@abhyas/contract/problem';
import { isRetryable } from '@abhyas/exam/tests/autosave';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { showSiteFailure } from '../../platform/failure.ts';
import { rememberUser } from '../../platform/user.ts';

/** Not a refusal: another try may well succeed. */
export const isPassing = (failure: unknown): boolean => !(failure instanceof Problem) || isRetryable(failure.status);

/**
 * Leads away from a session that was refused at its opening: to the sign-in and back to this address, to Premium, or where `onOther` leads. Shows
 * the page of maintenance or of a defect; stays while there is no failure, or another passing one.
 */
export function useLeaveOnRefusal(failure: unknown, onOther: (refusal: Problem) => void = () => {}): void {
  const navigate = useNavigate();
  const { href } = useLocation();
  // On the way to another address the screen stands a moment longer.
  const [here] = useState(href);
  useEffect(() => {
    if (!(failure instanceof Problem)) return;
    if (failure.code === 'maintenance' || failure.code === 'defect') showSiteFailure(failure.code);
    if (isPassing(failure)) return;
    if (failure.status === 401) {
      rememberUser(null);
      void navigate({ to: '/login', search: { to: here }, replace: true });
    } else if (failure.status === 410) void navigate({ to: '/payment', replace: true });
    else onOther(failure);
    // oxlint-disable-next-line react/exhaustive-deps -- what happened leads away once
  }, [failure]);
}
