import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from './format.ts';
import classes from './LinkTabs.module.css';

interface Props {
  label: string;
  tabs: readonly { label: string; link: Pick<LinkProps, 'to' | 'params' | 'search'>; isCurrent: boolean; color?: string; count?: number }[];
  /** Wide screens have the same links in the side bar. */
  phoneOnly?: boolean;
  /** Tabs within tabs: smaller, below the others. */
  isWithin?: boolean;
}

/** Addresses side by side that show the same kind of thing. */
export function LinkTabs({ label, tabs, phoneOnly = false, isWithin = false }: Props) {
  return (
    <nav aria-label={label} className={classes.root} data-phone-only={phoneOnly || undefined} data-within={isWithin || undefined}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          className={classes.tab}
          aria-label={tab.count === undefined ? undefined : `${tab.label}, ${formatNumber(tab.count)}`}
          aria-current={tab.isCurrent ? 'page' : undefined}
          style={tab.color ? { '--tab-color': tab.color } : undefined}
          resetScroll={false}
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{formatNumber(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
