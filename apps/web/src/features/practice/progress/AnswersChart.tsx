import { i18n } from '../../../platform/language.ts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';

interface Props {
  /** Seven points, the newest last. */
  data: { name: string; Answered: number; Right: number }[];
}

/** A chart of two lines over seven points. */
export default function AnswersChart({ data }: Props) {
  return (
    <LineChart
      h={260}
      data={data}
      dataKey="name"
      series={[
        { name: 'Answered', label: i18n.t('Answered'), color: 'var(--ink-soft)', strokeDasharray: '5 4' },
        { name: 'Right', label: i18n.t('Right'), color: 'var(--accent)' },
      ]}
      curveType="linear"
      gridAxis="x"
      tickLine="none"
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      xAxisProps={{ interval: 0, padding: { left: 16, right: 16 } }}
      yAxisProps={{ allowDecimals: false, width: 36, tickCount: 4 }}
      lineProps={{ isAnimationActive: false }}
      // Screen readers use the table beside the chart, so nothing in the chart takes the focus.
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
