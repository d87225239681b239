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
 * Leaves a private screen once its sign-in has ended here, in another tab or on the server. It waits until the server has answered who is
 * signed in. A session's screen handles the end itself.
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

/** The frame of the current screen: none, the visitor's header and footer, the student's shell or the staff's. */
export function Frame() {
  const isMissing = useMatches({ select: (matches) => matches.some(({ _notFound }) => _notFound) });
  const { surround = 'shell', access } = useMatches({ select: (matches) => (isMissing ? {} : (matches.at(-1)?.staticData ?? {})) });
  const { force_hide_header: isHeaderHidden } = useSearch({ from: '__root__' });
  const pathname = useLocation({ select: (location) => location.pathname });
  const failure = useSiteFailure();
  const user = useUser();

  useEffect(() => () => showSiteFailure(null), [pathname]);
  useLeaveSignedOut(surround !== 'bare' && access !== undefined && access !== 'anyone');

  // During maintenance no part of the site works; after another failure the rest of the site can still be reached.
  const isAlone = surround === 'bare' || failure === 'maintenance';
  const content = failure ? <SiteFailurePage failure={failure} isAlone={isAlone} /> : <Outlet />;
  if (isAlone) return content;
  const isStaff = user !== null && sideOf(user) === 'staff';
  if (isStaff && (surround === 'console' || isMissing || access === 'member' || access === 'person' || access === 'account'))
    return (
      <Suspense>
        <StaffShell>{content}</StaffShell>
      </Suspense>
    );
  // A private page is removed as soon as its sign-in ends, before the address changes, so that it fetches nothing more.
  const isVisitor = access === undefined ? !user : access === 'anyone';
  const Around = isVisitor ? VisitorShell : Shell;
  return <Around isHeaderHidden={isHeaderHidden === true}>{content}</Around>;
}
