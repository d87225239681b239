import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useOnline } from '../../platform/online.ts';
import { useUser } from '../../platform/user.ts';
import layoutStyles from '../../ui/layout.module.css';
import { Logo } from '../../ui/Logo.tsx';
import { TitleSlot, WithTitleSlot } from '../../ui/PageTitle.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { BottomBar } from '../layout/BottomBar.tsx';
import text from '../../ui/text.module.css';
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
      <div className={classes.shell} data-collapsed={isCollapsed || undefined}>
        <a href="#content" className={classes.skip}>
          Skip to the content
        </a>
        {isWide && <SideBar menu={staffMenuOf(user)} isCollapsed={isCollapsed} toggle={toggle} />}
        <div className={layoutStyles.fill}>
          <header className={`${layoutStyles.row12} ${classes.header}`}>
            <Link to="/staff" className={`${layoutStyles.onScreen} ${classes.headerLogo}`} aria-label="Today">
              <Logo markOnly own={ownLogo(user)} />
            </Link>
            <TitleSlot className={`${layoutStyles.fill} ${classes.headerTitle}`} />
            <div className={`${layoutStyles.row} ${classes.tools}`}>
              <JumpTo user={user} menu={staffMenuOf(user)} />
              <DisplayMenu />
            </div>
            <NotificationMenu />
            <ProfileMenu user={user} />
          </header>
          {!isOnline && (
            <p className={`${text.warningBox} ${layoutStyles.onScreen} ${classes.offline}`} role="status">
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
