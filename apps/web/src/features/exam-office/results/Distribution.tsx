import type { getPaperResults } from '@abhyas/contract/exam-office/results';
import type { Answer } from '@abhyas/contract/endpoint';
import { useState } from 'react';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import { bucketsOf } from './buckets.ts';
import classes from './TestResultsPage.module.css';

/** The distribution of the scores, with the middle half in the accent colour and a sentence that sums it up. */
export function Distribution({ results: { scores, quarters, paper } }: { results: Answer<typeof getPaperResults> }) {
  const [isTable, setTable] = useState(false);
  const buckets = bucketsOf(scores, paper.max_score);
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const sum = scores.reduce((before, { score, count }) => before + score * count, 0);
  const mean = Math.round((10 * sum) / Math.max(1, paper.appeared)) / 10;
  const isMiddle = ({ from, to }: { from: number; to: number }) => quarters !== null && to >= quarters.low && from <= quarters.high;
  return (
    <section className={card.card} aria-labelledby="distribution">
      <div className="flex items-center justify-between gap-12">
        <h3 id="distribution">Distribution</h3>
        <button
          type="button"
          className="min-h-44 p-0 text-14 font-semibold text-accent"
          onClick={() => setTable(!isTable)}
          aria-pressed={isTable}
        >
          As a table
        </button>
      </div>
      {quarters && (
        <p className="text-15 text-ink-soft">
          The middle is {formatNumber(quarters.middle)}, the mean {formatNumber(mean)}; half lie between {formatNumber(quarters.low)} and{' '}
          {formatNumber(quarters.high)}
        </p>
      )}
      {isTable ? (
        <div className={table.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Score</th>
                <th scope="col">Students</th>
              </tr>
            </thead>
            <tbody>
              {buckets.map(({ from, to, count }) => (
                <tr key={from}>
                  <th scope="row">
                    {formatNumber(from)} to {formatNumber(to)}
                  </th>
                  <td>{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div aria-hidden>
          <div className={`${classes.bars} flex items-end gap-3 mt-16 border-b border-line`}>
            {buckets.map((bucket) => (
              <span key={bucket.from} title={`${bucket.from} to ${bucket.to}: ${bucket.count}`}>
                <b>{bucket.count > 0 && formatNumber(bucket.count)}</b>
                <i
                  data-middle={isMiddle(bucket) || undefined}
                  style={{ blockSize: `${bucket.count === 0 ? 0 : Math.max(2, (100 * bucket.count) / most)}px` }}
                />
              </span>
            ))}
          </div>
          <div className={`flex gap-3 mt-4 text-12 text-ink-soft ${classes.axis}`} data-many={buckets.length > 10 || undefined}>
            {buckets.map(({ from, to }) => (
              <span key={from}>{from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`}</span>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
