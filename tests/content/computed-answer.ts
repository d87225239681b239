import type { QuestionEntry } from '@abhyas/server/features/bank/content/content-file';
import { evaluate } from 'mathjs';

/** Options are given to three figures or so: a value this close to one, as a part of itself, is that option when none is exact. */
const closeEnough = 0.005;
const defaultPrecision = 2;
const asksToRound = /nearest|round|decimal|whole number|integer|closest|approximat|significant/i;

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
const halfUnit = (decimals: number) => 0.5 * 10 ** -decimals;
/** What binary arithmetic may be off by. */
const slack = (value: number) => 1e-9 * Math.max(1, Math.abs(value));

/** The answer from the givens, by the question's own formula. Throws where it is no formula or no finite number comes out. */
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

/** The number that an option's text is, with its unit after it; undefined where it is anything else. */
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

/** Option values stand for the options: in one unit, whatever it is, they are the same numbers. */
function faultOfOptionValues(options: readonly string[], values: readonly number[]): string | undefined {
  const numbers = options.map(numberOfOption);
  const ratios = numbers.flatMap((number, at) => (number ? [(values[at] ?? Number.NaN) / number] : []));
  if (numbers.includes(undefined) || ratios.length < 2) return undefined;
  const first = ratios[0] ?? Number.NaN;
  const isSame = ratios.every((ratio) => Math.abs(ratio - first) <= closeEnough * Math.abs(first));
  return isSame ? undefined : `the options read ${numbers.join(', ')}, their values ${values.join(', ')}`;
}

/** What keeps the stored answer of a question with a check from being the one computed; undefined when nothing does. */
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
