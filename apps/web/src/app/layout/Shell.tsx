import { audiences } from '@abhyas/contract/institute/access';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { afterFirstScreen } from '../../platform/idle.ts';
import { i18n } from '../../platform/language.ts';
import { useOnline } from '../../platform/online.ts';
import { useUser } from '../../platform/user.ts';
import { DisplayMenu } from '../../ui/DisplayMenu.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TitlePlace, TitleSlot, WithTitleSlot } from '../../ui/PageTitle.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { BottomBar } from './BottomBar.tsx';
import { InstituteFooter } from './InstituteFooter.tsx';
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

/**
 * Whether to look for sessions on this device. A first visit has no store yet, so it need not load the code that reads one with the first
 * screen.
 */
function useLookOnDevice(): boolean {
  const [looks, setLooks] = useState(false);
  useEffect(() => {
    const list = async () => indexedDB.databases();
    const look = () => setLooks(true);
    // Older browsers do not list their stores, and private windows may refuse to.
    void list().then((stores) => stores.length > 0 && look(), look);
    return afterFirstScreen(look);
  }, []);
  return looks;
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
  const looksOnDevice = useLookOnDevice();
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
      <div className="flex min-h-dvh" data-collapsed={isCollapsed || undefined}>
        <a href="#content" className={classes.skip}>
          {i18n.t('Skip to the content')}
        </a>
        {isWide && <SideBar menu={menu} isCollapsed={isCollapsed} toggle={toggle} />}
        <div className="flex-1 min-w-0">
          <header className={`flex items-center gap-12 ${classes.header}`}>
            <Link to="/" className={`print:hidden! ${classes.headerLogo}`}>
              <Logo markOnly own={ownLogo(user)} />
            </Link>
            <TitleSlot className={`flex-1 min-w-0 ${classes.headerTitle}`} />
            <div className={`flex items-center ${classes.tools}`}>
              {audiences.student(user) && menu.length > 0 && <JumpTo user={user} menu={menu} />}
              <DisplayMenu hasLanguage />
            </div>
            {audiences.subscriber(user) && <NotificationMenu />}
            <ProfileMenu user={user} />
          </header>
          {!isOnline && (
            <p className="px-32 py-8 bg-warning-soft text-14 text-warning below-62:px-16 print:hidden!" role="status">
              {i18n.t('You are offline. What you see may be out of date; it refreshes when the network is back.')}
            </p>
          )}
          <main id="content" tabIndex={-1} className={classes.content}>
            {user.deletion_due_at && <DeletionNotice dueAt={user.deletion_due_at} />}
            {looksOnDevice && <OnThisDevice studentId={user.id} />}
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
