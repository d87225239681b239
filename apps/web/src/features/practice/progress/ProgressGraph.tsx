import { SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import cards from '../../../ui/card.module.css';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import { dayIn, type Graph, graphFinding, percentOf } from './progress-words.ts';
import text from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';
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
    <section className={`${cards.card} ${classes.wide}`} aria-labelledby="graph">
      <div className={`${layout.spread} ${classes.graphHead}`}>
        <h2 id="graph" className={`${text.s16} ${text.leadingText}`}>
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
      <p className={`${text.soft} ${classes.finding}`}>{graphFinding(graph)}</p>
      <div className={`${layout.stack24} ${classes.graph}`}>
        {!isEmpty && (
          <div className={classes.chart} aria-hidden>
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
