import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import layout from '../../../ui/layout.module.css';
import type { ReportData } from './reports.queries.ts';

/** Questions first answered in each quarter of an hour, the right ones below the wrong ones. Its code is loaded on demand. */
export default function TimeChart({ slices }: { slices: ReportData['overall_time_chart']['questions_per_time'] }) {
  const data = slices.map(({ from, answered, correct, incorrect }) => ({
    from: String(from),
    Right: correct,
    Wrong: incorrect,
    'Not counted': answered - correct - incorrect,
  }));
  const hasUncounted = data.some((row) => row['Not counted'] > 0);
  return (
    <BarChart
      className={layout.above16}
      h={220}
      data={data}
      dataKey="from"
      type="stacked"
      series={[
        { name: 'Right', color: 'var(--accent-fill)' },
        { name: 'Wrong', color: 'var(--incorrect)' },
        ...(hasUncounted ? [{ name: 'Not counted', color: 'var(--unattempted)' }] : []),
      ]}
      gridAxis="none"
      tickLine="none"
      withYAxis={false}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      xAxisProps={{ interval: slices.length > 8 ? 1 : 0, unit: ' min' }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false, maxBarSize: 44 }}
      tooltipAnimationDuration={0}
    />
  );
}
