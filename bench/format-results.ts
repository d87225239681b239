import type { Figure, Measure } from './measures/measure.ts';

const round = (number: number | null, digits: number) => (number === null ? null : Number(number.toFixed(digits)));

/** The line of `--json`. */
export function jsonLine({ name, unit }: Measure, { value, beside, ratio, p50, p99, processor }: Figure): string {
  return JSON.stringify({
    name,
    value: round(value, 1),
    unit,
    beside: round(beside, 1),
    ratio: round(ratio, 3),
    p50: round(p50, 1),
    p99: round(p99, 1),
    ...(processor
      ? { server_processor_seconds: round(processor.server, 5), database_processor_seconds: round(processor.database, 5) }
      : {}),
  });
}

const column = (number: number | null, digits: number, width: number) => (number?.toFixed(digits) ?? '').padStart(width);

export const tableHead = `${'name'.padEnd(20)} ${'value'.padStart(8)} ${'unit'.padEnd(12)} ${'beside'.padStart(8)} ${'ratio'.padStart(6)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)}   aim`;

function aimOf({ aim }: Measure, { value, ratio }: Figure): string {
  const [isMet, words] =
    'most' in aim
      ? [
          value <= aim.most && (aim.mostRatio === undefined || (ratio ?? 0) <= aim.mostRatio),
          aim.mostRatio === undefined ? `at most ${aim.most}` : `at most ${aim.most}, ratio at most ${aim.mostRatio}`,
        ]
      : 'least' in aim
        ? [value >= aim.least, `at least ${aim.least}`]
        : [(ratio ?? 0) >= aim.leastRatio, `ratio at least ${aim.leastRatio}`];
  return `  ${isMet ? 'met   ' : 'MISSED'}  ${words}`;
}

/** The line of the table. */
export function tableLine(measure: Measure, figure: Figure): string {
  const { value, beside, ratio, p50, p99, processor } = figure;
  const seconds = (of: number | null) => (of === null ? '–' : of.toFixed(4));
  return [
    measure.name.padEnd(20),
    column(value, value < 1000 ? 1 : 0, 8),
    measure.unit.padEnd(12),
    column(beside, 0, 8),
    column(ratio, 2, 6),
    column(p50, 1, 8),
    column(p99, 1, 8),
    aimOf(measure, figure),
    processor ? `; processor seconds: server ${seconds(processor.server)}, database ${seconds(processor.database)}` : '',
  ].join(' ');
}
