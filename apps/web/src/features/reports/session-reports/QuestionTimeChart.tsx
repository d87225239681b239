import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import { i18n } from '../../../platform/language.ts';
import { formatTimeSpent } from '../../../ui/format.ts';
import type { ReportData } from './reports.queries.ts';

/** Seconds spent on each question of a subject, by its result. Its code is loaded on demand. */
export default function QuestionTimeChart({ questions }: { questions: ReportData['time_per_question'][number]['questions'] }) {
  const hasResults = questions.some(({ result }) => result !== null);
  const data = questions.map(({ number, duration, result }) => ({
    number: String(number),
    Time: duration,
    Correct: result === 1 ? duration : 0,
    Incorrect: result === -1 ? duration : 0,
    Unattempted: result === 0 || result === 2 || result === null ? duration : 0,
  }));
  return (
    <BarChart
      className="mt-16"
      h={200}
      data={data}
      dataKey="number"
      type="stacked"
      series={
        hasResults
          ? [
              { name: 'Correct', label: i18n.t('Correct'), color: 'var(--correct)' },
              { name: 'Incorrect', label: i18n.t('Incorrect'), color: 'var(--incorrect)' },
              { name: 'Unattempted', label: i18n.t('Unattempted'), color: 'var(--line-strong)' },
            ]
          : [{ name: 'Time', label: i18n.t('Time'), color: 'var(--accent-fill)' }]
      }
      valueFormatter={formatTimeSpent}
      gridAxis="none"
      tickLine="none"
      withYAxis={false}
      withLegend={hasResults}
      legendProps={{ verticalAlign: 'bottom' }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, maxBarSize: 20 }}
      tooltipAnimationDuration={0}
    />
  );
}
