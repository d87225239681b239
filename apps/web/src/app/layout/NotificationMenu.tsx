import { i18n, translated } from '../../platform/language.ts';
import { IconBell } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Loaded } from '../../ui/Loaded.tsx';
import classes from './NotificationMenu.module.css';
import { type Notification, useMarkAsRead, useNotifications } from './notifications.queries.ts';

const MOST_SHOWN = 99;

const newLabel = (count: number) => i18n.t('{count, plural, one {# new notification} other {# new notifications}}', { count });
const isOfThisSite = (url: string) => url.startsWith('/') && !url.startsWith('//');

/** The bell with the count of unread notifications, and their list: a popover of the browser, like the profile menu. */
export function NotificationMenu() {
  const panel = useRef<HTMLDivElement>(null);
  const { query, ask } = useNotifications(panel);
  const markAsRead = useMarkAsRead();
  const navigate = useNavigate();
  const unread = query.data?.unread_count ?? 0;

  function open(notification: Notification) {
    markAsRead(notification);
    const { url } = notification;
    if (url === null) return;
    panel.current?.hidePopover();
    if (isOfThisSite(url)) void navigate({ href: url });
    else window.open(url, '_blank', 'noopener');
  }

  return (
    <>
      <button
        type="button"
        className="relative grid flex-none place-items-center size-44 p-0 rounded-[50%] text-ink hover:bg-unattempted-soft print:hidden!"
        popoverTarget="notifications"
        onClick={ask}
        aria-label={unread === 0 ? i18n.t('Notifications') : i18n.t('Notifications: {unread}', { unread: newLabel(unread) })}
      >
        <IconBell size={22} aria-hidden />
        {unread > 0 && (
          <span className={`font-bold tabular ${classes.count}`} aria-hidden>
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id="notifications"
        popover="auto"
        className={`fixed border border-line rounded-card bg-surface shadow-raised text-ink ${classes.panel}`}
        role="region"
        aria-label={i18n.t('Notifications')}
      >
        <Loaded query={query} skeleton={<p className="px-20 py-32 text-center text-ink-soft">{i18n.t('Loading …')}</p>}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <p className="px-20 py-32 text-center text-ink-soft">{i18n.t('No Notifications')}</p>
            ) : (
              <>
                <p className="sticky top-0 px-20 pt-16 pb-12 border-b border-line bg-surface font-bold">
                  {unread > 0 ? newLabel(unread) : i18n.t('Nothing new')}
                </p>
                <ul className="lined">
                  {notifications.map((notification) => (
                    <li key={notification.id}>
                      <button
                        type="button"
                        className={`grid gap-4 ${classes.item}`}
                        data-unread={!notification.is_read || undefined}
                        onClick={() => open(notification)}
                      >
                        <span className="flex items-baseline justify-between gap-12 font-bold">
                          {translated(notification.title, notification.said)}
                          {!notification.is_read && <span className="text-12 text-accent">{i18n.t('New')}</span>}
                        </span>
                        <span className="wrap-anywhere">{translated(notification.message, notification.said)}</span>
                        <span className="text-12 text-ink-soft">
                          {notification.time_left === 'now'
                            ? i18n.t('Just now')
                            : i18n.t('{age} ago', { age: translated(notification.time_left, notification.said) })}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
