import { audiences } from '@abhyas/contract/institute/access';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { afterFirstScreen } from '../../platform/idle.ts';
import { i18n } from '../../platform/language.ts';
import { useOnline } from '../../platform/online.ts';
import { useUser } from '../../platform/user.ts';
import { DisplayMenu } from '../../ui/DisplayMenu.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Logo } from '../../ui/Logo.tsx';
import { TitlePlace, TitleSlot, WithTitleSlot } from '../../ui/PageTitle.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { BottomBar } from './BottomBar.tsx';
import { InstituteFooter } from './InstituteFooter.tsx';
import text from '../../ui/text.module.css';
import classes from './layout.module.css';
import { menuOf } from './menu.ts';
import { JumpTo } from './JumpTo.tsx';
import { Leaving } from './Leaving.tsx';
import { NotificationMenu } from './NotificationMenu.tsx';
import { ownLogo } from './own-brand.ts';
import { PhoneTabs } from './PhoneTabs.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { SideBar } from './SideBar.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const DeletionNotice = onDemand(() => import('./DeletionNotice.tsx'));
const OnThisDevice = onDemand(() => import('./OnThisDevice.tsx'));

const COLLAPSED = 'side-bar-collapsed';

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(COLLAPSED) === 'true';
  } catch {
    return false;
  }
}

function keepCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(COLLAPSED, String(collapsed));
  } catch {
    // A lost preference does no harm.
  }
}

/** Sends the unsent answers of tests that were closed without a network, now and whenever the network is back. */
function useSendKept(student_id: number | undefined): void {
  useEffect(() => {
    if (student_id === undefined) return;
    const send = () =>
      void import('./unsent-answers.ts').then(
        ({ sendKept }) => sendKept(student_id),
        () => undefined,
      );
    const callOff = afterFirstScreen(send);
    addEventListener('online', send);
    return () => {
      callOff();
      removeEventListener('online', send);
    };
  }, [student_id]);
}

interface Props {
  /** Whether the header is hidden, as in the apps that show the site inside themselves. */
  isHeaderHidden: boolean;
  children: ReactNode;
}

/** Side bar (bottom bar on phones), header with title, notifications and profile, and the page. */
export function Shell({ isHeaderHidden, children }: Props) {
  const user = useUser();
  const isOnline = useOnline();
  /** Whether the menu is beside the page, not below it. */
  const isWide = useMedia('(min-width: 62em)');
  const [isCollapsed, { toggle }] = useDisclosure(readCollapsed(), {
    onOpen: () => keepCollapsed(true),
    onClose: () => keepCollapsed(false),
  });
  useSendKept(user?.id);
  if (!user) return null;
  const menu = menuOf(user);

  if (isHeaderHidden) {
    return (
      <TitlePlace value={null}>
        <main id="content" className={classes.content}>
          {children}
        </main>
        <Leaving personId={user.id} />
      </TitlePlace>
    );
  }
  return (
    <WithTitleSlot>
      <div className={classes.shell} data-collapsed={isCollapsed || undefined}>
        <a href="#content" className={classes.skip}>
          {i18n.t('Skip to the content')}
        </a>
        {isWide && <SideBar menu={menu} isCollapsed={isCollapsed} toggle={toggle} />}
        <div className={layoutStyles.fill}>
          <header className={`${layoutStyles.row12} ${classes.header}`}>
            <Link to="/" className={`${layoutStyles.onScreen} ${classes.headerLogo}`}>
              <Logo markOnly own={ownLogo(user)} />
            </Link>
            <TitleSlot className={`${layoutStyles.fill} ${classes.headerTitle}`} />
            <div className={`${layoutStyles.row} ${classes.tools}`}>
              {audiences.student(user) && menu.length > 0 && <JumpTo user={user} menu={menu} />}
              <DisplayMenu hasLanguage />
            </div>
            {audiences.subscriber(user) && <NotificationMenu />}
            <ProfileMenu user={user} />
          </header>
          {!isOnline && (
            <p className={`${text.warningBox} ${layoutStyles.onScreen} ${classes.offline}`} role="status">
              {i18n.t('You are offline. What you see may be out of date; it refreshes when the network is back.')}
            </p>
          )}
          <main id="content" tabIndex={-1} className={classes.content}>
            {user.deletion_due_at && <DeletionNotice dueAt={user.deletion_due_at} />}
            <OnThisDevice studentId={user.id} />
            {!isWide && <PhoneTabs menu={menu} />}
            {children}
            <InstituteFooter user={user} />
          </main>
        </div>
        {!isWide && <BottomBar menu={menu} />}
        <Leaving personId={user.id} />
      </div>
    </WithTitleSlot>
  );
}
