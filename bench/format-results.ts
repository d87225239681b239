import type { Figure, Measure } from './measures/measure.ts';

const round = (number: number | null, digits: number) => (number === null ? null : Number(number.toFixed(digits)));

/** One measure as a line of `--json` output. */
export function jsonLine({ name, unit }: Measure, { value, beside, ratio, p50, p99, processor, kB }: Figure): string {
  return JSON.stringify({
    name,
    value: round(value, 1),
    unit,
    beside: round(beside, 1),
    ratio: round(ratio, 3),
    p50: round(p50, 1),
    p99: round(p99, 1),
    ...(kB === undefined ? {} : { kB: round(kB, 1) }),
    ...(processor
      ? { server_processor_seconds: round(processor.server, 5), database_processor_seconds: round(processor.database, 5) }
      : {}),
  });
}

const column = (number: number | null, digits: number, width: number) => (number?.toFixed(digits) ?? '').padStart(width);

export const tableHead = `${'name'.padEnd(20)} ${'value'.padStart(8)} ${'unit'.padEnd(12)} ${'beside'.padStart(8)} ${'ratio'.padStart(6)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)}   aim`;

/** Every bound of the figure, in words, and whether it is met. */
function boundsOf({ aim }: Measure, { value, ratio, kB }: Figure): { words: string; isMet: boolean }[] {
  if ('least' in aim) return [{ words: `at least ${aim.least}`, isMet: value >= aim.least }];
  const { most, mostRatio, leastRatio, mostKb }: Partial<Record<'most' | 'mostRatio' | 'leastRatio' | 'mostKb', number>> = aim;
  return [
    ...(most === undefined ? [] : [{ words: `at most ${most}`, isMet: value <= most }]),
    ...(mostRatio === undefined ? [] : [{ words: `ratio at most ${mostRatio}`, isMet: ratio !== null && ratio <= mostRatio }]),
    ...(leastRatio === undefined ? [] : [{ words: `ratio at least ${leastRatio}`, isMet: (ratio ?? 0) >= leastRatio }]),
    ...(mostKb === undefined ? [] : [{ words: `at most ${mostKb} kB`, isMet: kB !== undefined && kB <= mostKb }]),
  ];
}

function aimOf(measure: Measure, figure: Figure): string {
  const bounds = boundsOf(measure, figure);
  return `  ${bounds.every(({ isMet }) => isMet) ? 'met   ' : 'MISSED'}  ${bounds.map(({ words }) => words).join(', ')}`;
}

/** One measure as a line of the table. */
export function tableLine(measure: Measure, figure: Figure): string {
  const { value, beside, ratio, p50, p99, processor, kB } = figure;
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
    kB === undefined ? '' : `; ${kB.toFixed(1)} kB`,
    processor ? `; processor seconds: server ${seconds(processor.server)}, database ${seconds(processor.database)}` : '',
  ].join(' ');
}

/** The line of a failed measure. */
export const failedLine = ({ name }: Measure, failure: string) => `${name.padEnd(20)}   FAILED  ${failure.split('\n')[0]}`;
