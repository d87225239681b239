import { Problem } from '@abhyas/contract/problem';
import { isRetryable } from '@abhyas/exam/tests/autosave';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { showSiteFailure } from '../../platform/failure.ts';
import { rememberUser } from '../../platform/user.ts';

/** Whether the failure is temporary: another try may succeed. */
export const isPassing = (failure: unknown): boolean => !(failure instanceof Problem) || isRetryable(failure.status);

/**
 * Leaves a session whose opening was refused: for the sign-in (which leads back here), for Premium, or as `onOther` decides. Shows the page
 * for maintenance or for a defect. Does nothing without a failure, or if the failure is temporary.
 */
export function useLeaveOnRefusal(failure: unknown, onOther: (refusal: Problem) => void = () => {}): void {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The screen is still shown for a moment on the way to another address.
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
    // oxlint-disable-next-line react/exhaustive-deps -- each failure leads away once
  }, [failure]);
}
