import { i18n, translated } from '../../platform/language.ts';
import { IconBell } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import layoutStyles from '../../ui/layout.module.css';
import { Loaded } from '../../ui/Loaded.tsx';
import textStyles from '../../ui/text.module.css';
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
        className={`${layoutStyles.square44} ${layoutStyles.onScreen} ${classes.button}`}
        popoverTarget="notifications"
        onClick={ask}
        aria-label={unread === 0 ? i18n.t('Notifications') : i18n.t('Notifications: {unread}', { unread: newLabel(unread) })}
      >
        <IconBell size={22} aria-hidden />
        {unread > 0 && (
          <span className={`${textStyles.figure} ${classes.count}`} aria-hidden>
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id="notifications"
        popover="auto"
        className={`${layoutStyles.panel} ${layoutStyles.floating} ${classes.panel}`}
        role="region"
        aria-label={i18n.t('Notifications')}
      >
        <Loaded query={query} skeleton={<p className={classes.none}>{i18n.t('Loading …')}</p>}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <p className={classes.none}>{i18n.t('No Notifications')}</p>
            ) : (
              <>
                <p className={classes.heading}>{unread > 0 ? newLabel(unread) : i18n.t('Nothing new')}</p>
                <ul className={layoutStyles.lined}>
                  {notifications.map((notification) => (
                    <li key={notification.id}>
                      <button
                        type="button"
                        className={`${layoutStyles.stack4} ${classes.item}`}
                        data-unread={!notification.is_read || undefined}
                        onClick={() => open(notification)}
                      >
                        <span className={classes.title}>
                          {translated(notification.title, notification.said)}
                          {!notification.is_read && <span className={classes.new}>{i18n.t('New')}</span>}
                        </span>
                        <span className={classes.message}>{translated(notification.message, notification.said)}</span>
                        <span className={textStyles.faint}>
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
