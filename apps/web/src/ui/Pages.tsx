import { i18n } from '../platform/language.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './Pages.module.css';

interface Props {
  page: number;
  pageCount: number;
  /** The number of pages that have a link. */
  range: number;
  linkOf: (page: number) => Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** The first of the linked pages. The present page is in the middle if there are enough pages on both sides. */
export const firstNamed = (page: number, pageCount: number, range: number): number =>
  Math.max(1, Math.min(page - Math.floor(range / 2), pageCount - range + 1));

/** Links to the pages of a long list. */
export function Pages({ page, pageCount, range, linkOf }: Props) {
  if (pageCount <= 1) return null;
  const first = firstNamed(page, pageCount, range);
  const named = Array.from({ length: Math.min(range, pageCount) }, (_, at) => first + at);
  return (
    <nav aria-label={i18n.t('Pages')} className="flex flex-wrap justify-center gap-4 mt-16">
      <Link
        {...linkOf(Math.max(1, page - 1))}
        className={`grid place-items-center text-ink no-underline ${classes.page}`}
        aria-label={i18n.t('Previous page')}
        disabled={page === 1}
      >
        <IconChevronLeft size={20} aria-hidden />
      </Link>
      {named.map((number) => (
        <Link
          key={number}
          {...linkOf(number)}
          className={`grid place-items-center text-ink no-underline ${classes.page}`}
          aria-label={i18n.t('Page {number}', { number })}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      <Link
        {...linkOf(Math.min(pageCount, page + 1))}
        className={`grid place-items-center text-ink no-underline ${classes.page}`}
        aria-label={i18n.t('Next page')}
        disabled={page === pageCount}
      >
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </nav>
  );
}
