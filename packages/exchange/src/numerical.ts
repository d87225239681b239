import { readNumber } from '@abhyas/exam/bank/numeric-entry';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import Big from 'big.js';

/** The most decimals that the product compares, and the least that a key asks for. */
const [mostDecimals, usualDecimals] = [6, 2];

/** A number as people and programs write it, also with an exponent; null for any other text. */
export function decimalOf(text: string): string | null {
  const number = readNumber(text);
  if (number !== null) return number;
  const written = text.trim().replace(/^\u2212/, '-');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d{1,2}$/.test(written)) return null;
  return new Big(written).toFixed();
}

const decimalsOf = (number: string): number => (number.split('.')[1] ?? '').length;

/** The decimals to which the keys are compared: as many as a key has, two at least. */
export const precisionOf = (keys: readonly AcceptedAnswer[]): number =>
  Math.min(mostDecimals, Math.max(usualDecimals, ...keys.map((key) => (typeof key === 'string' ? decimalsOf(key) : 0))));

/** The key that accepts a value within a tolerance; null if one of them is no number. */
export function keyWithin(value: string, tolerance: string): AcceptedAnswer | null {
  const [middle, margin] = [decimalOf(value), tolerance.trim() === '' ? '0' : decimalOf(tolerance)];
  if (middle === null || margin === null) return null;
  const width = new Big(margin).abs();
  if (width.eq(0)) return middle;
  return { from: new Big(middle).minus(width).toFixed(), to: new Big(middle).plus(width).toFixed() };
}

/** The key that accepts a range, ends included; null if one of them is no number. */
export function keyBetween(from: string, to: string): AcceptedAnswer | null {
  const [one, other] = [decimalOf(from), decimalOf(to)];
  if (one === null || other === null) return null;
  if (new Big(one).eq(other)) return one;
  return new Big(one).lt(other) ? { from: one, to: other } : { from: other, to: one };
}

const number = '[+\\-\\u2212]?[\\d.,]*\\d[\\d.,]*(?:[eE][+-]?\\d{1,2})?';
const range = new RegExp(`^\\[?\\(?\\s*(${number})\\s*(?:to|and|\\.\\.|-|\\u2013|\\u2014|~|,\\s)\\s*(${number})\\s*\\)?\\]?$`, 'i');
const within = new RegExp(`^(${number})\\s*(?:\\u00B1|\\+/-|\\+-)\\s*(${number})$`);

/** The key that a person writes: `2.5`, `0.74 to 0.80`, `9.8 ± 0.1`; null for any other text. */
export function keyOfText(text: string): AcceptedAnswer | null {
  const written = text.trim().replace(/^between\s+/i, '');
  if (written.length > 100) return null;
  const [, middle, margin] = within.exec(written) ?? [];
  if (middle !== undefined && margin !== undefined) return keyWithin(middle, margin);
  const plain = decimalOf(written);
  if (plain !== null) return plain;
  const [, from, to] = range.exec(written) ?? [];
  return from !== undefined && to !== undefined ? keyBetween(from, to) : null;
}
