import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { evaluate } from 'mathjs';

/** TeX numbers as an arithmetic expression; a unit in roman letters becomes a word after the number. */
function arithmeticOf(option: string): string {
  return option
    .replaceAll(/\\[()]/g, '')
    .replaceAll(/\\(?:mathrm|text|ce)\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_all, unit: string) => ` ${unit.replaceAll(/[^A-Za-z]/g, '')}`)
    .replaceAll(/\\[td]?frac\s*(\d)\s*(\d)/g, '(($1)/($2))')
    .replaceAll(/\\[td]?frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}/g, '(($1)/($2))')
    .replaceAll(/\\sqrt(?:\{([^{}]*)\}|\s*(\d))/g, ' sqrt($1$2)')
    .replaceAll(/\^\{?\\circ\}?/g, ' deg')
    .replaceAll(/\\Omega/g, ' ohm')
    .replaceAll(/\\?%/g, ' percent')
    .replaceAll(/\\pi/g, ' pi')
    .replaceAll(/\\(?:times|cdot)/g, '*')
    .replaceAll(/(\d)(?:\\,|\{,\}| )(?=\d{3}\b)/g, '$1')
    .replaceAll(/\\[,;! ]/g, ' ')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/\^\{([^{}]*)\}/g, '^($1)')
    .replace(/\s:\s/, '/')
    .trim();
}

function valueOf(arithmetic: string): number | undefined {
  try {
    const value: unknown = evaluate(arithmetic);
    return typeof value === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The values of four options that are numbers in one unit; undefined for any other options. */
export function valuesOfOptions({ options, check }: Pick<QuestionEntry, 'options' | 'check'>): number[] | undefined {
  if (check?.option_values) return check.option_values;
  const arithmetic = (options ?? []).map(arithmeticOf);
  const units = new Set(arithmetic.map((text) => /(?<=[\d)])[A-Za-z\s]*$/.exec(text)?.[0].trim()));
  const numbers = units.size === 1 ? arithmetic.map((text) => text.replace(/(?<=[\d)])[A-Za-z\s]*$/, '')) : arithmetic;
  const values = numbers.flatMap((text) => valueOf(text) ?? []);
  return values.length === 4 ? values : undefined;
}

export const isAscending = (values: readonly number[]) => values.every((value, at) => at === 0 || (values[at - 1] ?? value) <= value);
