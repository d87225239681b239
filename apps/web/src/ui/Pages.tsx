import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './Pages.module.css';

interface Props {
  page: number;
  pageCount: number;
  /** Pages named at once. */
  range: number;
  linkOf: (page: number) => Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** The first of the pages that are named: the present one in the middle, as far as there are so many. */
export const firstNamed = (page: number, pageCount: number, range: number): number =>
  Math.max(1, Math.min(page - Math.floor(range / 2), pageCount - range + 1));

/** Leads through a list of several pages. */
export function Pages({ page, pageCount, range, linkOf }: Props) {
  if (pageCount <= 1) return null;
  const first = firstNamed(page, pageCount, range);
  const named = Array.from({ length: Math.min(range, pageCount) }, (_, at) => first + at);
  return (
    <nav aria-label="Pages" className={classes.root}>
      <Link {...linkOf(Math.max(1, page - 1))} className={classes.page} aria-label="Previous page" disabled={page === 1}>
        <IconChevronLeft size={20} aria-hidden />
      </Link>
      {named.map((number) => (
        <Link
          key={number}
          {...linkOf(number)}
          className={classes.page}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      <Link {...linkOf(Math.min(pageCount, page + 1))} className={classes.page} aria-label="Next page" disabled={page === pageCount}>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </nav>
  );
}
