import { IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import { bestFact, RANKED_FROM } from './report-facts.ts';
import classes from './ReportHead.module.css';
import { type Insights, type ReportData, scoreOf } from './reports.queries.ts';
import { ScoreRing } from './ScoreRing.tsx';

const percentileText = (percentile: number) => percentile.toFixed(7);

interface Figure {
  name: ReactNode;
  label: string;
  value: ReactNode;
}

/** The figures beside the ring: rank and percentile once they are published, then the counts. */
function figuresOf({ standing, merged_standing, overview }: ReportData): Figure[] {
  const total = overview.at(-1);
  const counts = [
    { label: i18n.t('Correct'), count: total?.correct ?? 0, color: 'var(--correct)', Icon: IconCheck },
    { label: i18n.t('Incorrect'), count: total?.incorrect ?? 0, color: 'var(--incorrect)', Icon: IconX },
    { label: i18n.t('Unattempted'), count: total?.unattempted ?? 0, color: 'var(--unattempted)', Icon: IconMinus },
    ...(total && total.not_counted > 0
      ? [{ label: i18n.t('Not counted'), count: total.not_counted, color: 'var(--warning)', Icon: IconCircleDashed }]
      : []),
  ];
  const of = (count: number) => <span>{i18n.t('of {count}', { count: formatNumber(count) })}</span>;
  return [
    ...(standing && standing.appeared > 1
      ? [
          {
            label: i18n.t('Rank'),
            name: standing.is_ranked ? i18n.t('Rank') : i18n.t('Would rank'),
            value:
              standing.appeared < RANKED_FROM ? (
                i18n.t('{rank} of {appeared}', { rank: formatNumber(standing.rank), appeared: formatNumber(standing.appeared) })
              ) : (
                <>
                  {formatNumber(standing.rank)} {of(standing.appeared)}
                </>
              ),
          },
        ]
      : []),
    ...(merged_standing
      ? [
          {
            label: i18n.t('Rank over shifts'),
            name: i18n.t('Over {shifts} shifts', { shifts: merged_standing.shifts }),
            value: (
              <>
                {formatNumber(merged_standing.rank)} {of(merged_standing.appeared)}
              </>
            ),
          },
        ]
      : []),
    ...(standing && standing.percentile !== null && standing.appeared >= RANKED_FROM
      ? [{ label: i18n.t('Percentile'), name: i18n.t('Percentile'), value: percentileText(standing.percentile) }]
      : []),
    ...counts.map(({ label, count, color, Icon }) => ({
      label,
      name: (
        <>
          <Icon size={18} color={color} stroke={2.5} aria-hidden /> {label}
        </>
      ),
      value: formatNumber(count),
    })),
  ];
}

/** The result: the score in its ring, the best true fact, rank and counts. */
export function ReportHead({ data, insights, exam }: { data: ReportData; insights: Insights | null; exam: string }) {
  const rows = data.overview.map(scoreOf);
  const total = rows.at(-1);
  if (!total) return null;
  const { fact, more } = bestFact({
    subjects: rows.slice(0, -1),
    total,
    exam,
    standing: data.standing,
    earlier: insights?.earlier ?? null,
  });
  return (
    <section
      className={`${card.card} flex items-center gap-32 mb-16 max-48:flex-col max-48:gap-16 max-48:text-center`}
      aria-label={i18n.t('Score')}
    >
      <ScoreRing score={total.score} max={total.max_score} />
      <div className="flex-1 min-w-0 max-48:w-full">
        <h2 className="text-24 leading-snug font-bold text-balance max-48:text-20">{fact}</h2>
        {more && <p className="mt-4 leading-text text-ink-soft">{more}</p>}
        <dl className={`flex flex-wrap ${classes.figures}`}>
          {figuresOf(data).map(({ label, name, value }) => (
            <div key={label}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {data.standing && !data.standing.is_ranked && (
          <p className="mt-12 text-14 text-ink-soft">
            {i18n.t('The rank that this attempt would have had. The first attempt counts in the leaderboard.')}
          </p>
        )}
      </div>
    </section>
  );
}
