import { Outlet, useLocation, useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { showSiteFailure, useSiteFailure } from '../../platform/failure.ts';
import { queryClient } from '../../platform/queries.ts';
import { useUser } from '../../platform/user.ts';
import { SiteFailurePage } from './OtherPages.tsx';
import { sideOf } from '../access.ts';
import { Shell } from './Shell.tsx';
import { VisitorShell } from './VisitorShell.tsx';

const StaffShell = lazy(() => import('../staff/StaffShell.tsx'));

/**
 * Leads away from a private screen once its sign-in has ended, here, in another tab or on the server. While it is still asked who is there the
 * screen is not let through yet; a session's screen sees to it itself.
 */
function useLeaveSignedOut(isPrivate: boolean): void {
  const navigate = useNavigate();
  const user = useUser();
  const isLetThrough = useMatches({ select: (matches) => matches.at(-1)?.status === 'success' });
  const isSignedOut = isPrivate && isLetThrough && !user;
  useEffect(() => {
    if (!isSignedOut) return;
    queryClient.clear();
    void navigate({ to: '/', replace: true });
  }, [isSignedOut, navigate]);
}

/** What stands around the current screen: nothing, the visitor's header and footer, the student's shell or the staff's. */
export function Frame() {
  const isMissing = useMatches({ select: (matches) => matches.some(({ _notFound }) => _notFound) });
  const { surround = 'shell', access } = useMatches({ select: (matches) => (isMissing ? {} : (matches.at(-1)?.staticData ?? {})) });
  const { force_hide_header: isHeaderHidden } = useSearch({ from: '__root__' });
  const pathname = useLocation({ select: (location) => location.pathname });
  const failure = useSiteFailure();
  const user = useUser();

  useEffect(() => () => showSiteFailure(null), [pathname]);
  useLeaveSignedOut(surround !== 'bare' && access !== undefined && access !== 'anyone');

  if (failure) return <SiteFailurePage failure={failure} />;
  if (surround === 'bare') return <Outlet />;
  const isStaff = user !== null && sideOf(user) === 'staff';
  if (isStaff && (surround === 'console' || isMissing || access === 'member' || access === 'person'))
    return (
      <Suspense>
        <StaffShell>
          <Outlet />
        </StaffShell>
      </Suspense>
    );
  // A private page goes with its sign-in, before its address does: nothing of it is fetched again.
  const isVisitor = access === undefined ? !user : access === 'anyone';
  const Around = isVisitor ? VisitorShell : Shell;
  return (
    <Around isHeaderHidden={isHeaderHidden === true}>
      <Outlet />
    </Around>
  );
}
