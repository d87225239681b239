import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { evaluate } from 'mathjs';

/**
 * Options are rounded to about three figures: when no option is exact, a value within this relative distance of an option counts as that
 * option.
 */
const closeEnough = 0.005;
const defaultPrecision = 2;
const asksToRound = /nearest|round|decimal|whole number|integer|closest|approximat|significant/i;

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
const halfUnit = (decimals: number) => 0.5 * 10 ** -decimals;
/** The error that binary arithmetic may cause. */
const slack = (value: number) => 1e-9 * Math.max(1, Math.abs(value));

/**
 * Computes the answer from the givens by the question's own formula. Throws on a syntax error or when the result is not a finite number.
 */
export function computedAnswer({ givens, formula }: NonNullable<QuestionEntry['check']>): number {
  const value: unknown = evaluate(formula, { ...givens });
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`the formula gives ${String(value)}`);
  return value;
}

function faultOfNumber(value: number, text: string, { text: asked, precision = defaultPrecision }: QuestionEntry): string | undefined {
  const distance = Math.abs(value - Number(text)) - slack(value);
  if (distance <= halfUnit(precision)) return undefined;
  if (distance > halfUnit(decimalsOf(text))) return `the key is ${text}, computed ${value}`;
  return asksToRound.test(asked) ? undefined : `the key ${text} is rounded from ${value}, which the question does not ask for`;
}

function faultOfKey(value: number, key: QuestionEntry['answer'], question: QuestionEntry): string | undefined {
  if (typeof key === 'string') return faultOfNumber(value, key, question);
  if (typeof key !== 'object' || Array.isArray(key)) return 'the key is not a number';
  const isInside = value >= Number(key.from) - slack(value) && value <= Number(key.to) + slack(value);
  return isInside ? undefined : `the key is ${key.from} to ${key.to}, computed ${value}`;
}

function faultOfOptions(value: number, keyed: number, options: readonly number[]): string | undefined {
  const distances = options.map((option) => Math.abs(option - value));
  const isExact = Math.min(...distances) <= slack(value);
  const tolerance = isExact ? slack(value) : closeEnough * Math.abs(value);
  const close = distances.flatMap((distance, at) => (distance <= tolerance ? [at + 1] : []));
  const nearest = distances.indexOf(Math.min(...distances)) + 1;
  if (close.length === 0) return `computed ${value}, which is none of ${options.join(', ')}`;
  if (close.length > 1) return `computed ${value}: the options ${close.join(' and ')} are both that close`;
  return nearest === keyed ? undefined : `the key is option ${keyed}, computed ${value} is option ${nearest}`;
}

/** The number in an option's text, which may end with a unit; undefined for any other text. */
export function numberOfOption(text: string): number | undefined {
  const plain = text
    .replace(/\\[()]|\\[,;! ]|[{}]/g, ' ')
    .replace(/\u2212/g, '-')
    .trim();
  const [number, rest] = [/^[-+]?\s*\d+(?:\.\d+)?/.exec(plain)?.[0], plain.replace(/^[-+]?\s*\d+(?:\.\d+)?/, '').trim()];
  const isUnit =
    /^(?:\\mathrm\b.*|\\text\b.*|\\%|%|[A-Za-zµ°Ω/ ]{0,12}|\\,?\\?[A-Za-z]*)$/.test(rest) && !/\\(?:frac|sqrt|pi|times|cdot)/.test(rest);
  return number !== undefined && isUnit ? Number(number.replace(/\s/g, '')) : undefined;
}

/** Compares option values with the options: apart from the unit, they must be the same numbers. */
function faultOfOptionValues(options: readonly string[], values: readonly number[]): string | undefined {
  const numbers = options.map(numberOfOption);
  const ratios = numbers.flatMap((number, at) => (number ? [(values[at] ?? Number.NaN) / number] : []));
  if (numbers.includes(undefined) || ratios.length < 2) return undefined;
  const first = ratios[0] ?? Number.NaN;
  const isSame = ratios.every((ratio) => Math.abs(ratio - first) <= closeEnough * Math.abs(first));
  return isSame ? undefined : `the options read ${numbers.join(', ')}, their values ${values.join(', ')}`;
}

/** The disagreement between a question's stored answer and its computed one; undefined where they agree. */
export function faultOfAnswer(question: QuestionEntry): string | undefined {
  const { check, answer, also_accepted = [], options } = question;
  if (!check) return undefined;
  try {
    const value = computedAnswer(check);
    if (question.type === 'numerical') {
      const faults = [answer, ...also_accepted].map((key) => faultOfKey(value, key, question));
      return faults.includes(undefined) ? undefined : faults[0];
    }
    if (!check.option_values || typeof answer !== 'number') return 'a check of options needs option_values, and one right option';
    return faultOfOptions(value, answer, check.option_values) ?? (options && faultOfOptionValues(options, check.option_values));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
