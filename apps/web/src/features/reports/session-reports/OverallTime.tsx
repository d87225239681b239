import { Skeleton } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { ChartTable } from './ChartTable.tsx';
import { paceFinding } from './report-facts.ts';
import type { ReportData } from './reports.queries.ts';
import { onDemand } from '../../../ui/on-demand.tsx';

const TimeChart = onDemand(() => import('./TimeChart.tsx'), { fallback: <Skeleton className="h-236" /> });

/** When questions were answered, and how well: a sentence, a chart, and the chart's figures as a table. */
export function OverallTime({ data, questionCount, duration }: { data: ReportData; questionCount: number; duration: number }) {
  const { questions_per_time: slices, accuracy_per_time } = data.overall_time_chart;
  return (
    <div className={card.card}>
      <p className="max-w-[60ch] leading-text font-[550]">{paceFinding(data.overall_time_chart, questionCount, duration)}</p>
      <div aria-hidden>
        <TimeChart slices={slices} />
      </div>
      <ChartTable
        columns={[i18n.t('Minutes'), i18n.t('Answered'), i18n.t('Right'), i18n.t('Wrong'), i18n.t('Accuracy')]}
        rows={slices.map(({ from, to, answered, correct, incorrect }, at) => (
          <tr key={from}>
            <th scope="row">
              {from}–{formatNumber(to)}
            </th>
            <td>{formatNumber(answered)}</td>
            <td>{formatNumber(correct)}</td>
            <td>{formatNumber(incorrect)}</td>
            <td>{formatPercent(accuracy_per_time[at] ?? null)}</td>
          </tr>
        ))}
      />
    </div>
  );
}
