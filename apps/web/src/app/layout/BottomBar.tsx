import { Link, useLocation } from '@tanstack/react-router';
import classes from './BottomBar.module.css';
import { currentItem, type MenuGroup } from './menu.ts';

/** The menu of phones: one button a group, which reads what it leads to where that is one thing. A single group needs no menu. */
export function BottomBar({ menu }: { menu: MenuGroup[] }) {
  const location = useLocation();
  if (menu.length < 2) return null;
  const current = currentItem(menu, location.pathname, location.search);
  return (
    <nav className={classes.root} aria-label="Main">
      {menu.map((group) => {
        const { items } = group;
        const { label, Icon } = items.length === 1 ? items[0] : group;
        return (
          <Link
            key={label}
            {...(label === 'Train' ? { to: '/home' } : items[0].link)}
            activeOptions={{ exact: true }}
            className={classes.item}
            aria-current={current && items.includes(current) ? 'page' : undefined}
          >
            <Icon size={22} aria-hidden />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
