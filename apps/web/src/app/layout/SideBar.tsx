import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { DueMistakes } from './DueMistakes.tsx';
import { Logo } from '../../ui/Logo.tsx';
import type { MenuGroup } from './menu.ts';
import classes from './SideBar.module.css';

interface Props {
  menu: MenuGroup[];
  isCollapsed: boolean;
  toggle: () => void;
}

/** The menu of wide screens; collapsed it keeps the icons, with their words as titles. */
export function SideBar({ menu, isCollapsed, toggle }: Props) {
  const location = useLocation();
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = isCollapsed ? 'Show the names of the menu' : 'Collapse the menu';
  return (
    <nav className={classes.root} aria-label="Main">
      <Link to="/" className={classes.logo} aria-label={isCollapsed ? undefined : 'Home'}>
        <Logo markOnly={isCollapsed} />
      </Link>
      <div className={classes.groups}>
        {menu.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <p className={classes.label} aria-hidden>
              {isCollapsed ? '' : group.label}
            </p>
            <ul className={classes.items}>
              {group.items.map(({ label, Icon, color, link, isFor, counts }) => (
                <li key={label}>
                  <Link
                    {...link}
                    className={classes.item}
                    aria-label={isCollapsed ? label : undefined}
                    title={isCollapsed ? label : undefined}
                    aria-current={isFor(location.pathname, location.search) ? 'page' : undefined}
                  >
                    <Icon size={20} color={color ?? 'currentColor'} aria-hidden />
                    {!isCollapsed && label}
                    {!isCollapsed && counts && <DueMistakes />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <button
        type="button"
        className={classes.toggle}
        onClick={toggle}
        aria-expanded={!isCollapsed}
        aria-label={toggleLabel}
        title={toggleLabel}
      >
        <ToggleIcon size={20} aria-hidden />
        {!isCollapsed && 'Collapse'}
      </button>
    </nav>
  );
}
