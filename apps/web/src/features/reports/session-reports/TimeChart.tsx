import { i18n } from '../../../platform/language.ts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import type { ReportData } from './reports.queries.ts';

/** Questions first answered in each quarter of an hour, the right ones below the wrong ones. Its code is loaded on demand. */
export default function TimeChart({ slices }: { slices: ReportData['overall_time_chart']['questions_per_time'] }) {
  const data = slices.map(({ from, answered, correct, incorrect }) => ({
    from: String(from),
    correct,
    incorrect,
    uncounted: answered - correct - incorrect,
  }));
  const hasUncounted = data.some((row) => row.uncounted > 0);
  return (
    <BarChart
      className="mt-16"
      h={220}
      data={data}
      dataKey="from"
      type="stacked"
      series={[
        { name: 'correct', label: i18n.t('Right'), color: 'var(--accent-fill)' },
        { name: 'incorrect', label: i18n.t('Wrong'), color: 'var(--incorrect)' },
        ...(hasUncounted ? [{ name: 'uncounted', label: i18n.t('Not counted'), color: 'var(--unattempted)' }] : []),
      ]}
      gridAxis="none"
      tickLine="none"
      withYAxis={false}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      xAxisProps={{ interval: slices.length > 8 ? 1 : 0, unit: ` ${i18n.t('min')}` }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, maxBarSize: 44 }}
      tooltipAnimationDuration={0}
    />
  );
}
