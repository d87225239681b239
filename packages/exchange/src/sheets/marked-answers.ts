// Contents: marks of one sheet · options · columns of digits · questions and roll number
import { type Doubt, numberColumns, ROLL_DIGITS } from '@abhyas/exam/exam-office/answer-sheet';
import type { MeasuredBubble } from './measured-bubbles.ts';

export interface ReadAnswer {
  /** Its number in the printed set. */
  question: number;
  /** Printed numbers of the marked options, ascending. Of a doubtful answer, those that seem to be marked. */
  options: number[];
  /** A numerical answer as decimal text; null if nothing is marked, and for other questions. */
  text: string | null;
  doubt: Doubt | null;
}

export interface ReadRoll {
  /** The digits; empty if nothing is marked. */
  digits: string;
  doubt: Doubt | null;
}

type Mark = 'marked' | 'faint' | 'empty';

/** The part of the numbers below which a share of them lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

const limited = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * Judges each bubble of a sheet. The digit printed in a bubble darkens it a little, so an empty one is learnt for each digit from the
 * sheet's lightest bubbles; and a mark from the student's own marks, since pencil is lighter than ink.
 */
export function judgedBubbles(bubbles: readonly MeasuredBubble[]): Map<MeasuredBubble, Mark> {
  const lightest = quantile(
    bubbles.map(({ darkness }) => darkness),
    0.1,
  );
  const byValue = new Map<string, number[]>();
  for (const { bubble, darkness } of bubbles) byValue.set(bubble.value, [...(byValue.get(bubble.value) ?? []), darkness]);
  const emptyOf = new Map([...byValue].map(([value, all]) => [value, Math.min(quantile(all, 0.2), lightest + 0.07)]));
  const excess = new Map(bubbles.map((each) => [each, each.darkness - (emptyOf.get(each.bubble.value) ?? lightest)]));
  const plain = [...excess.values()].filter((value) => value > 0.22);
  const usual = plain.length > 0 ? quantile(plain, 0.5) : 0.5;
  const markedFrom = limited(usual * 0.6, 0.2, 0.38);
  const emptyBelow = limited(usual * 0.25, 0.08, 0.1);
  const markOf = (value: number): Mark => (value >= markedFrom ? 'marked' : value < emptyBelow ? 'empty' : 'faint');
  return new Map([...excess].map(([each, value]) => [each, each.is_found ? markOf(value) : 'faint']));
}

/** The reading of one group of bubbles, among which a student chooses. */
interface Choice {
  /** Values of the marked bubbles, or of the faint ones where none is marked. */
  values: string[];
  doubt: Doubt | null;
}

function choiceOf(bubbles: readonly MeasuredBubble[], marks: ReadonlyMap<MeasuredBubble, Mark>, mayHaveMany: boolean): Choice {
  const valuesOf = (mark: Mark) => bubbles.filter((each) => marks.get(each) === mark).map(({ bubble }) => bubble.value);
  const [marked, faint] = [valuesOf('marked'), valuesOf('faint')];
  if (marked.length > 1 && !mayHaveMany) return { values: marked, doubt: 'two_marks' };
  if (faint.length > 0) return { values: marked.length > 0 ? marked : faint, doubt: marked.length > 0 ? 'erased' : 'faint' };
  return { values: marked, doubt: null };
}

/** The digits of neighbouring columns, each `''` where nothing is marked; the first doubt of a column counts for all. */
function digitsOf(columns: readonly (readonly MeasuredBubble[])[], marks: ReadonlyMap<MeasuredBubble, Mark>) {
  const choices = columns.map((column) => choiceOf(column, marks, false));
  return { digits: choices.map(({ values }) => values[0] ?? ''), doubt: choices.find(({ doubt }) => doubt !== null)?.doubt ?? null };
}

const columnsOf = (bubbles: readonly MeasuredBubble[], count: number) =>
  Array.from({ length: count }, (_, column) => bubbles.filter(({ bubble }) => bubble.column === column));

/** Whether there is an empty column between digits, or after them although the last one must be marked. */
function hasGap(digits: readonly string[], isLastNeeded: boolean): boolean {
  const text = digits.map((digit) => digit || ' ').join('');
  return /\d +\d/.test(text) || (isLastNeeded && /\d +$/.test(text));
}

/** A roll number may begin in any column. */
export function rollOf(bubbles: readonly MeasuredBubble[], marks: ReadonlyMap<MeasuredBubble, Mark>): ReadRoll {
  const { digits, doubt } = digitsOf(columnsOf(bubbles, ROLL_DIGITS), marks);
  return { digits: digits.join(''), doubt: doubt ?? (hasGap(digits, false) ? 'gap' : null) };
}

/** A numerical answer: the digits before the point end at the point, those after it begin there. */
export function numberOf(
  question: number,
  bubbles: readonly MeasuredBubble[],
  marks: ReadonlyMap<MeasuredBubble, Mark>,
  integer: boolean,
): ReadAnswer {
  const { whole, decimals } = numberColumns(integer);
  const columns = columnsOf(bubbles, 1 + whole + decimals);
  const { digits, doubt } = digitsOf(columns, marks);
  const [sign = '', before, after] = [digits[0], digits.slice(1, 1 + whole), digits.slice(1 + whole)];
  const isEmpty = before.join('') === '' && after.join('') === '';
  const gap = hasGap(before, true) || hasGap(['0', ...after], false) || (isEmpty && sign !== '');
  const fraction = after.join('').replace(/0+$/, '');
  const text = isEmpty ? null : `${sign}${before.join('').replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return { question, options: [], text, doubt: doubt ?? (gap ? 'gap' : null) };
}

export function optionsOf(
  question: number,
  bubbles: readonly MeasuredBubble[],
  marks: ReadonlyMap<MeasuredBubble, Mark>,
  mayHaveMany: boolean,
): ReadAnswer {
  const { values, doubt } = choiceOf(bubbles, marks, mayHaveMany);
  return { question, options: values.map(Number).toSorted((a, b) => a - b), text: null, doubt };
}
