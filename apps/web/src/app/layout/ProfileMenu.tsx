import { i18n } from '../../platform/language.ts';
import { audiences } from '@abhyas/contract/institute/access';
import { IconCrown, IconGift, IconLogout, IconMessage2, IconSwitchHorizontal, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { OFFLINE_WORDS } from '../../platform/call.ts';
import { askToLeave } from '../../platform/leaving.ts';
import type { User } from '../../platform/user.ts';
import { formatPhone } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './ProfileMenu.module.css';
import { onDemand } from '../../ui/on-demand.tsx';

const FeedbackDialog = onDemand(() => import('./FeedbackDialog.tsx'), { close: ({ onClose }) => onClose() });
const SwitchMembershipDialog = onDemand(() => import('./SwitchMembershipDialog.tsx'), { close: ({ onClose }) => onClose() });

/** First letters of the first and last name. */
const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

/** The person's name, their pages and Logout, as a popover of the browser: Escape and a press outside close it. */
export function ProfileMenu({ user }: { user: User }) {
  const [opened, setOpened] = useState<'feedback' | 'switch' | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const name = user.name ?? i18n.t('User');

  const hide = () => panel.current?.hidePopover();
  const whenOnline = (act: () => void) => {
    hide();
    if (navigator.onLine) act();
    else toast.error(i18n.t(OFFLINE_WORDS));
  };
  const open = (dialog: 'feedback' | 'switch') => whenOnline(() => setOpened(dialog));
  const close = () => setOpened(null);

  return (
    <>
      <button
        type="button"
        className="grid flex-none place-items-center size-44 p-0 rounded-[50%] bg-accent-soft text-14 font-bold text-accent print:hidden!"
        popoverTarget="profile"
        aria-label={i18n.t('Profile of {name}', { name })}
      >
        {initialsOf(name)}
      </button>
      <div
        ref={panel}
        id="profile"
        popover="auto"
        className={`fixed border border-line rounded-card bg-surface shadow-raised text-ink ${classes.panel}`}
      >
        <p className="px-12 font-bold">{name}</p>
        {user.phone && <p className="mb-8 px-12 text-14 text-ink-soft tabular">+91 {formatPhone(user.phone)}</p>}
        <Link to="/profile" className={`flex items-center gap-12 text-ink no-underline ${classes.item}`} onClick={hide}>
          <IconUser size={20} aria-hidden />
          {i18n.t('My Account')}
        </Link>
        {audiences.subscriber(user) && (
          <Link to="/payment" className={`flex items-center gap-12 text-ink no-underline ${classes.item}`} onClick={hide}>
            <IconCrown size={20} aria-hidden />
            {i18n.t('Premium')}
          </Link>
        )}
        {audiences.account(user) && (
          <Link to="/referral_code" className={`flex items-center gap-12 text-ink no-underline ${classes.item}`} onClick={hide}>
            <IconGift size={20} aria-hidden />
            {i18n.t('Refer and Earn')}
          </Link>
        )}
        {user.memberships.length > 1 && (
          <button type="button" className={`flex items-center gap-12 text-ink no-underline ${classes.item}`} onClick={() => open('switch')}>
            <IconSwitchHorizontal size={20} aria-hidden />
            {i18n.t('Switch Membership')}
          </button>
        )}
        <button type="button" className={`flex items-center gap-12 text-ink no-underline ${classes.item}`} onClick={() => open('feedback')}>
          <IconMessage2 size={20} aria-hidden />
          {i18n.t('Feedback')}
        </button>
        <button
          type="button"
          className={`flex items-center gap-12 text-ink no-underline ${classes.item}`}
          onClick={() => whenOnline(askToLeave)}
        >
          <IconLogout size={20} aria-hidden />
          {i18n.t('Logout')}
        </button>
      </div>
      {opened === 'feedback' && <FeedbackDialog onClose={close} />}
      {opened === 'switch' && <SwitchMembershipDialog user={user} onClose={close} />}
    </>
  );
}
