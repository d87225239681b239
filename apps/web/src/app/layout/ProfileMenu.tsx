import { audiences } from '@abhyas/contract/institute/access';
import { IconCrown, IconGift, IconLogout, IconMessage2, IconSwitchHorizontal, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { OFFLINE_WORDS } from '../../platform/call.ts';
import { askToLeave } from '../../platform/leaving.ts';
import type { User } from '../../platform/user.ts';
import { formatPhone } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './ProfileMenu.module.css';

const FeedbackDialog = lazy(() => import('./FeedbackDialog.tsx'));
const SwitchMembershipDialog = lazy(() => import('./SwitchMembershipDialog.tsx'));

/** First letters of the first and last name. */
const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

/** Who is signed in, what is theirs (spec 1, section 2.3), and the way out. A popover of the browser: Escape and a press outside close it. */
export function ProfileMenu({ user }: { user: User }) {
  const [opened, setOpened] = useState<'feedback' | 'switch' | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const name = user.name ?? 'User';

  const hide = () => panel.current?.hidePopover();
  const whenOnline = (act: () => void) => {
    hide();
    if (navigator.onLine) act();
    else toast.error(OFFLINE_WORDS);
  };
  const open = (dialog: 'feedback' | 'switch') => whenOnline(() => setOpened(dialog));
  const close = () => setOpened(null);

  return (
    <>
      <button type="button" className={classes.button} popoverTarget="profile" aria-label={`Profile of ${name}`}>
        {initialsOf(name)}
      </button>
      <div ref={panel} id="profile" popover="auto" className={classes.panel}>
        <p className={classes.name}>{name}</p>
        {user.phone && <p className={classes.phone}>+91 {formatPhone(user.phone)}</p>}
        <Link to="/profile" className={classes.item} onClick={hide}>
          <IconUser size={20} aria-hidden />
          My Account
        </Link>
        {audiences.subscriber(user) && (
          <>
            <Link to="/payment" className={classes.item} onClick={hide}>
              <IconCrown size={20} aria-hidden />
              Premium
            </Link>
            <Link to="/referral_code" className={classes.item} onClick={hide}>
              <IconGift size={20} aria-hidden />
              Refer and Earn
            </Link>
          </>
        )}
        {user.memberships.length > 1 && (
          <button type="button" className={classes.item} onClick={() => open('switch')}>
            <IconSwitchHorizontal size={20} aria-hidden />
            Switch Membership
          </button>
        )}
        <button type="button" className={classes.item} onClick={() => open('feedback')}>
          <IconMessage2 size={20} aria-hidden />
          Feedback
        </button>
        <button type="button" className={classes.item} onClick={() => whenOnline(askToLeave)}>
          <IconLogout size={20} aria-hidden />
          Logout
        </button>
      </div>
      <Suspense>
        {opened === 'feedback' && <FeedbackDialog onClose={close} />}
        {opened === 'switch' && <SwitchMembershipDialog user={user} onClose={close} />}
      </Suspense>
    </>
  );
}
