import { i18n } from '../../platform/language.ts';
import { IconArrowLeft, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useUser } from '../../platform/user.ts';
import { Logo } from '../../ui/Logo.tsx';
import { currentItem, type MenuGroup } from './menu.ts';
import { ownLogo } from './own-brand.ts';
import classes from './SideBar.module.css';
import { onDemand } from '../../ui/on-demand.tsx';

const DueMistakes = onDemand(() => import('./DueMistakes.tsx'));

interface Props {
  menu: MenuGroup[];
  isCollapsed: boolean;
  toggle: () => void;
}

/** The menu of wide screens; collapsed it shows icons with their names as tooltips. */
export function SideBar({ menu, isCollapsed, toggle }: Props) {
  const location = useLocation();
  const current = currentItem(menu, location.pathname, location.search);
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = isCollapsed ? i18n.t('Show the names of the menu') : i18n.t('Collapse the menu');
  return (
    <nav
      className={`sticky top-0 flex flex-col w-232 h-dvh px-12 pb-12 border-r border-line bg-surface print:hidden! ${classes.root}`}
      aria-label={i18n.t('Main')}
    >
      <Link to="/" className="flex items-center h-64 px-6 no-underline" aria-label={isCollapsed ? undefined : i18n.t('Home')}>
        <Logo markOnly={isCollapsed} own={ownLogo(useUser())} />
      </Link>
      <div className="flex-1 pt-8 overflow-y-auto">
        {/^\/(test_report|initial_test_report|leaderboard)\//.test(location.pathname) && current && (
          <Link
            {...current.link}
            className={classes.item}
            aria-label={isCollapsed ? i18n.t('Back') : undefined}
            title={isCollapsed ? i18n.t('Back') : undefined}
          >
            <IconArrowLeft size={20} aria-hidden />
            {!isCollapsed && i18n.t('Back')}
          </Link>
        )}
        {menu.map((group) => (
          <section key={group.label} aria-label={i18n.t(group.label)}>
            <p className={`min-h-20 mx-12 mt-16 mb-4 text-12 leading-chip font-semibold text-ink-soft ${classes.label}`} aria-hidden>
              {isCollapsed ? '' : i18n.t(group.label)}
            </p>
            <ul className="list-none">
              {group.items.map((item) => (
                <li key={item.label}>
                  <Link
                    {...item.link}
                    activeOptions={{ exact: true }}
                    className={classes.item}
                    aria-label={isCollapsed ? i18n.t(item.label) : undefined}
                    title={isCollapsed ? i18n.t(item.label) : undefined}
                    aria-current={item === current ? 'page' : undefined}
                  >
                    <item.Icon size={20} color={item.color ?? 'currentColor'} aria-hidden />
                    {!isCollapsed && i18n.t(item.label)}
                    {!isCollapsed && item.counts && <DueMistakes />}
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
        {!isCollapsed && i18n.t('Collapse')}
      </button>
    </nav>
  );
}
