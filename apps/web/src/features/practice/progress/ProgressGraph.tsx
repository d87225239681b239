import { SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import cards from '../../../ui/card.module.css';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import { dayIn, type Graph, graphFinding, percentOf } from './progress-words.ts';
import classes from './ProgressPage.module.css';

// The chart library is larger than the rest of the page and comes after it.
const AnswersChart = lazy(() => import('./AnswersChart.tsx'));

type Period = Graph['period'];

/** Questions answered and right over seven days or weeks: a chart, its finding in words, and the numbers as a table. */
export function ProgressGraph({ graphs }: { graphs: readonly Graph[] }) {
  const [period, setPeriod] = useState<Period>('daily');
  const graph = graphs.find((each) => each.period === period);
  if (!graph) return null;
  const nameOf = (from: string) => (period === 'daily' ? `${dayIn('shortWeekday', from)} ${dayIn('date', from)}` : dayIn('date', from));
  const isEmpty = graph.points.every(({ total_attempted }) => total_attempted === 0);
  return (
    <section className={`${cards.card} ${classes.wide}`} aria-labelledby="graph">
      <div className={classes.graphHead}>
        <h2 id="graph" className={classes.heading}>
          Questions answered
        </h2>
        <SegmentedControl
          aria-label="Period"
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          data={[
            { value: 'daily', label: 'Days' },
            { value: 'weekly', label: 'Weeks' },
          ]}
        />
      </div>
      <p className={classes.finding}>{graphFinding(graph)}</p>
      <div className={classes.graph}>
        {!isEmpty && (
          <div className={classes.chart} aria-hidden>
            <Suspense fallback={<Skeleton height={260} />}>
              <AnswersChart
                data={graph.points.map(({ from, correct, total_attempted }) => ({
                  name: period === 'daily' ? dayIn('shortWeekday', from) : dayIn('date', from),
                  Answered: total_attempted,
                  Right: correct,
                }))}
              />
            </Suspense>
          </div>
        )}
        <div className={`${table.scroll} ${classes.numbers}`}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{period === 'daily' ? 'Day' : 'Week of'}</th>
                <th scope="col">Answered</th>
                <th scope="col">Right</th>
                <th scope="col">Accuracy</th>
              </tr>
            </thead>
            <tbody>
              {graph.points.map(({ from, correct, total_attempted }) => (
                <tr key={from} data-empty={total_attempted === 0 || undefined}>
                  <th scope="row">{nameOf(from)}</th>
                  <td>{total_attempted === 0 ? '–' : formatNumber(total_attempted)}</td>
                  <td>{total_attempted === 0 ? '–' : formatNumber(correct)}</td>
                  <td>{formatPercent(percentOf(correct, total_attempted))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
