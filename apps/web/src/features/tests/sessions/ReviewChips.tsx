import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../ui/format.ts';
import styles from './ReviewChips.module.css';
import { filterLabels, type ReviewFilter, reviewFilters } from './review-filter.ts';

interface Props {
  paperId: number;
  isAssignment: boolean;
  filters: Record<ReviewFilter, ReadonlySet<number>>;
  current: ReviewFilter | null;
}

/** Narrows the review to what was wrong, slow, skipped or marked. Each is an address; the chosen one leads back to all. */
export function ReviewChips({ paperId, isAssignment, filters, current }: Props) {
  const known = reviewFilters.filter((filter) => filters[filter].size > 0 || filter === current);
  if (known.length === 0) return null;
  return (
    <nav className={styles.chips} aria-label="Show only">
      {known.map((filter) => (
        <Link
          key={filter}
          to={isAssignment ? '/assignment/$id' : '/test/$id'}
          params={{ id: String(paperId) }}
          search={filter === current ? { review: true } : { review: true, only: filter }}
          replace
          className={styles.chip}
          aria-current={filter === current ? 'true' : undefined}
        >
          {filterLabels[filter]} <span className="tabular">{formatNumber(filters[filter].size)}</span>
        </Link>
      ))}
    </nav>
  );
}
