import { Link } from '@tanstack/react-router';
import { i18n } from '../../../../platform/language.ts';
import chips from '../../../../ui/chips.module.css';
import { formatNumber } from '../../../../ui/format.ts';
import { filterLabels, type ReviewFilter, reviewFilters } from './review-filter.ts';

interface Props {
  paperId: number;
  isAssignment: boolean;
  filters: Record<ReviewFilter, ReadonlySet<number>>;
  current: ReviewFilter | null;
}

/** Filters the review: wrong, slow, skipped or marked. Each filter is an address; pressing the chosen one shows all questions. */
export function ReviewChips({ paperId, isAssignment, filters, current }: Props) {
  const known = reviewFilters.filter((filter) => filters[filter].size > 0 || filter === current);
  if (known.length === 0) return null;
  return (
    <nav className="flex gap-8 px-16 py-6 strip min-64:px-24" aria-label={i18n.t('Show only')}>
      {known.map((filter) => (
        <Link
          key={filter}
          to={isAssignment ? '/assignment/$id' : '/test/$id'}
          params={{ id: String(paperId) }}
          search={filter === current ? { review: true } : { review: true, only: filter }}
          replace
          className={chips.chip}
          aria-current={filter === current ? 'true' : undefined}
        >
          {i18n.t(filterLabels[filter])} <span className="tabular">{formatNumber(filters[filter].size)}</span>
        </Link>
      ))}
    </nav>
  );
}
