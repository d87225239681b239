import { Link, type LinkProps } from '@tanstack/react-router';
import { formatNumber } from './format.ts';
import classes from './LinkTabs.module.css';

interface Props {
  label: string;
  tabs: readonly { label: string; link: Pick<LinkProps, 'to' | 'params' | 'search'>; isCurrent: boolean; color?: string; count?: number }[];
  /** Whether the tabs are shown on phones only, because wide screens have the same links in the side bar. */
  phoneOnly?: boolean;
  /** Whether these are tabs within a tab, which are smaller and below the others. */
  isWithin?: boolean;
}

/** Links side by side to pages of the same kind. */
export function LinkTabs({ label, tabs, phoneOnly = false, isWithin = false }: Props) {
  return (
    <nav
      aria-label={label}
      className={`strip print:hidden! ${classes.root}`}
      data-phone-only={phoneOnly || undefined}
      data-within={isWithin || undefined}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          // The router would otherwise highlight a tab whose query is a part of the page's.
          activeOptions={{ exact: true }}
          className={`flex items-center text-14 text-ink-soft ${classes.tab}`}
          aria-label={tab.count === undefined ? undefined : `${tab.label}, ${formatNumber(tab.count)}`}
          aria-current={tab.isCurrent ? 'page' : undefined}
          style={tab.color ? { '--tab-color': tab.color } : undefined}
          resetScroll={false}
        >
          {tab.label}
          {tab.count !== undefined && <span className="ml-6 font-regular text-ink-soft tabular">{formatNumber(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
