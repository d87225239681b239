import { SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import cards from '../../../ui/card.module.css';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import { dayIn, type Graph, graphFinding, percentOf } from './progress-words.ts';
import classes from './ProgressPage.module.css';
import { onDemand } from '../../../ui/on-demand.tsx';

// The chart library is larger than the rest of the page and is loaded after it.
const AnswersChart = onDemand(() => import('./AnswersChart.tsx'), { fallback: <Skeleton height={260} /> });

type Period = Graph['period'];

/** How many questions were answered, and how many correctly, in seven days or weeks: as a chart, a sentence and a table. */
export function ProgressGraph({ graphs }: { graphs: readonly Graph[] }) {
  const [period, setPeriod] = useState<Period>('daily');
  const graph = graphs.find((each) => each.period === period);
  if (!graph) return null;
  const nameOf = (from: string) => (period === 'daily' ? `${dayIn('shortWeekday', from)} ${dayIn('date', from)}` : dayIn('date', from));
  const isEmpty = graph.points.every(({ total_attempted }) => total_attempted === 0);
  return (
    <section className={`${cards.card} min-62:col-span-full`} aria-labelledby="graph">
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <h2 id="graph" className="text-16 leading-text">
          {i18n.t('Questions answered')}
        </h2>
        <SegmentedControl
          aria-label={i18n.t('Period')}
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          data={[
            { value: 'daily', label: i18n.t('Days') },
            { value: 'weekly', label: i18n.t('Weeks') },
          ]}
        />
      </div>
      <p className="mt-4 mb-16 text-14 text-ink-soft">{graphFinding(graph)}</p>
      <div className="grid gap-24 min-62:grid-cols-[minmax(0,1fr)_380px] min-62:items-start">
        {!isEmpty && (
          <div className="min-w-0" aria-hidden>
            <AnswersChart
              data={graph.points.map(({ from, correct, total_attempted }) => ({
                name: period === 'daily' ? dayIn('shortWeekday', from) : dayIn('date', from),
                Answered: total_attempted,
                Right: correct,
              }))}
            />
          </div>
        )}
        <div className={`${table.scroll} ${classes.numbers}`}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{period === 'daily' ? i18n.t('Day') : i18n.t('Week of')}</th>
                <th scope="col">{i18n.t('Answered')}</th>
                <th scope="col">{i18n.t('Right')}</th>
                <th scope="col">{i18n.t('Accuracy')}</th>
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
