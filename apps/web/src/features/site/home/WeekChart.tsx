import { i18n } from '../../../platform/language.ts';
import { formatNumber, formatWeekday } from '../../../ui/format.ts';
import classes from './HomeProgress.module.css';

interface Point {
  /** The day, as 2027-01-10. */
  from: string;
  correct: number;
  total_attempted: number;
}

const dayOf = ({ from }: Point) => formatWeekday(from);

const HEIGHT = 100;

/** Two lines over seven days. Drawn without the chart library, because the library is larger than the whole home page. */
export function WeekChart({ points }: { points: readonly Point[] }) {
  const top = Math.max(1, ...points.map(({ total_attempted }) => total_attempted));
  const line = (valueOf: (point: Point) => number) =>
    points.map((point, at) => `${at + 0.5},${HEIGHT - (HEIGHT * valueOf(point)) / top}`).join(' ');
  return (
    <figure className="min-w-0 m-0">
      <figcaption className={`flex flex-wrap text-12 text-ink-soft ${classes.legend}`}>
        <span data-line="answered">{i18n.t('Answered')}</span>
        <span data-line="right">{i18n.t('Right')}</span>
      </figcaption>
      <div className={`${classes.plot} relative h-140 py-4 border-y border-line`} aria-hidden>
        <span className="absolute top-2 left-0 text-12 text-ink-soft tabular">{formatNumber(top)}</span>
        <svg viewBox={`0 0 ${points.length} ${HEIGHT}`} preserveAspectRatio="none">
          <polyline data-line="answered" points={line(({ total_attempted }) => total_attempted)} />
          <polyline data-line="right" points={line(({ correct }) => correct)} />
        </svg>
      </div>
      <ol className="grid grid-cols-[repeat(7,1fr)] mt-6 text-center text-12 text-ink-soft">
        {points.map((point) => (
          <li key={point.from}>
            {dayOf(point)}
            <span className="unseen">
              {i18n.t(': {total_attempted} answered, {correct} right', {
                total_attempted: formatNumber(point.total_attempted),
                correct: formatNumber(point.correct),
              })}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
