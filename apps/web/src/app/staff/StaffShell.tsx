import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useOnline } from '../../platform/online.ts';
import { useUser } from '../../platform/user.ts';
import { Logo } from '../../ui/Logo.tsx';
import { TitleSlot, WithTitleSlot } from '../../ui/PageTitle.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { BottomBar } from '../layout/BottomBar.tsx';
import classes from '../layout/layout.module.css';
import { JumpTo } from '../layout/JumpTo.tsx';
import { Leaving } from '../layout/Leaving.tsx';
import { NotificationMenu } from '../layout/NotificationMenu.tsx';
import { ownLogo } from '../layout/own-brand.ts';
import { ProfileMenu } from '../layout/ProfileMenu.tsx';
import { DisplayMenu } from '../../ui/DisplayMenu.tsx';
import { SideBar } from '../layout/SideBar.tsx';
import { staffBarOf, staffMenuOf } from './staff-menu.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const DeletionNotice = onDemand(() => import('../layout/DeletionNotice.tsx'));

/** The frame of the staff's screens: side bar (bottom bar on phones), header with title and profile. */
export default function StaffShell({ children }: { children: ReactNode }) {
  const user = useUser();
  const isOnline = useOnline();
  const isWide = useMedia('(min-width: 62em)');
  const [isCollapsed, { toggle }] = useDisclosure(false);
  if (!user) return null;
  return (
    <WithTitleSlot>
      <div className="flex min-h-dvh" data-collapsed={isCollapsed || undefined}>
        <a href="#content" className={classes.skip}>
          Skip to the content
        </a>
        {isWide && <SideBar menu={staffMenuOf(user)} isCollapsed={isCollapsed} toggle={toggle} />}
        <div className="flex-1 min-w-0">
          <header className={`flex items-center gap-12 ${classes.header}`}>
            <Link to="/staff" className={`print:hidden! ${classes.headerLogo}`} aria-label="Today">
              <Logo markOnly own={ownLogo(user)} />
            </Link>
            <TitleSlot className={`flex-1 min-w-0 ${classes.headerTitle}`} />
            <div className={`flex items-center ${classes.tools}`}>
              <JumpTo user={user} menu={staffMenuOf(user)} />
              <DisplayMenu />
            </div>
            <NotificationMenu />
            <ProfileMenu user={user} />
          </header>
          {!isOnline && (
            <p className="px-32 py-8 bg-warning-soft text-14 text-warning below-62:px-16 print:hidden!" role="status">
              You are offline. What you see may be out of date; it refreshes when the network is back.
            </p>
          )}
          <main id="content" tabIndex={-1} className={classes.content}>
            {user.deletion_due_at && <DeletionNotice dueAt={user.deletion_due_at} />}
            {children}
          </main>
        </div>
        {!isWide && <BottomBar menu={staffBarOf(user)} />}
        <Leaving personId={user.id} />
      </div>
    </WithTitleSlot>
  );
}
