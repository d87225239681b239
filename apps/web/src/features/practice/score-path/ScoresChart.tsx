import { i18n } from '../../../platform/language.ts';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { formatNumber } from '../../../ui/format.ts';

interface Props {
  /** Scores in marks of the exam, the oldest first. */
  data: { name: string; Score: number }[];
  fullMarks: number;
  target: number | null;
}

/** The scores of mock tests as a line, with the target as a dashed one. */
export default function ScoresChart({ data, fullMarks, target }: Props) {
  return (
    <LineChart
      h={240}
      data={data}
      dataKey="name"
      series={[{ name: 'Score', label: i18n.t('Score'), color: 'var(--accent)' }]}
      {...(target === null
        ? {}
        : {
            referenceLines: [
              {
                y: target,
                label: i18n.t('Target {target}', { target: formatNumber(target) }),
                labelPosition: 'insideTopLeft' as const,
                color: 'var(--correct)',
              },
            ],
          })}
      curveType="linear"
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ padding: { left: 16, right: 16 } }}
      yAxisProps={{ allowDecimals: false, width: 36, tickCount: 4, domain: [Math.min(0, ...data.map(({ Score }) => Score)), fullMarks] }}
      lineProps={{ isAnimationActive: false }}
      // Screen readers use the table beside the chart, so nothing in the chart takes the focus.
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
