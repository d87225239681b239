import { i18n } from '../../platform/language.ts';
import { Link, useLocation } from '@tanstack/react-router';
import classes from './BottomBar.module.css';
import { currentItem, type MenuGroup } from './menu.ts';

/** The menu of phones, with one button per group. A group with one page is named after that page. A single group needs no menu. */
export function BottomBar({ menu }: { menu: MenuGroup[] }) {
  const location = useLocation();
  if (menu.length < 2) return null;
  const current = currentItem(menu, location.pathname, location.search);
  return (
    <nav
      className="fixed inset-x-0 bottom-0 z-90 flex pb-[env(safe-area-inset-bottom)] border-t border-line bg-surface print:hidden!"
      aria-label={i18n.t('Main')}
    >
      {menu.map((group) => {
        const { items } = group;
        const { label, Icon } = items.length === 1 ? items[0] : group;
        return (
          <Link
            key={label}
            {...(label === 'Train' ? { to: '/home' } : items[0].link)}
            activeOptions={{ exact: true }}
            className={`flex items-center text-12 text-ink-soft ${classes.item}`}
            aria-current={current && items.includes(current) ? 'page' : undefined}
          >
            <Icon size={22} aria-hidden />
            {i18n.t(label)}
          </Link>
        );
      })}
    </nav>
  );
}
