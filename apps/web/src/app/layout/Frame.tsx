import { Outlet, useLocation, useMatches, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showSiteFailure, useSiteFailure } from '../../platform/failure.ts';
import { useUser } from '../../platform/user.ts';
import { SiteFailurePage } from './OtherPages.tsx';
import { Shell } from './Shell.tsx';
import { VisitorShell } from './VisitorShell.tsx';

/** What stands around the current screen: nothing, the visitor's header and footer, or the student's shell. */
export function Frame() {
  const { surround = 'shell', access } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const { force_hide_header: isHeaderHidden } = useSearch({ from: '__root__' });
  const pathname = useLocation({ select: (location) => location.pathname });
  const failure = useSiteFailure();
  const user = useUser();

  useEffect(() => () => showSiteFailure(null), [pathname]);

  if (failure) return <SiteFailurePage failure={failure} />;
  if (surround === 'bare') return <Outlet />;
  // A private page goes with its sign-in, before its address does: nothing of it is fetched again.
  const isVisitor = access === undefined ? !user : access === 'anyone';
  const Around = isVisitor ? VisitorShell : Shell;
  return (
    <Around isHeaderHidden={isHeaderHidden === true}>
      <Outlet />
    </Around>
  );
}
