import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooComplex, readJsonText } from './json-text.ts';

/** Depth of nested lists and objects in a text. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

test('a text that is nested more than thirty deep is too complex, whatever its strings contain', () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom('[', '{', '"', '\\', 'a', ']') });
  fc.assert(
    fc.property(value, fc.nat(34), fc.boolean(), (inner, wrapped, isObject) => {
      let outer: unknown = inner;
      for (let level = 0; level < wrapped; level += 1) outer = isObject ? { '"[\\': outer } : [outer];
      expect(isTooComplex(JSON.stringify(outer))).toBe(levelsOf(outer) > 30);
    }),
  );
});

test('a text with more than 20,000 lists and objects is too complex', () => {
  expect(isTooComplex(`[${'{},'.repeat(19_998)}{}]`)).toBe(false);
  expect(isTooComplex(`[${'{},'.repeat(19_999)}{}]`)).toBe(true);
});

test('a text with more than 100,000 commas between values is too complex', () => {
  expect(isTooComplex(`[${'1,'.repeat(100_000)}1]`)).toBe(false);
  expect(isTooComplex(`[${'1,'.repeat(100_001)}1]`)).toBe(true);
  expect(isTooComplex(`["${','.repeat(200_000)}"]`)).toBe(false);
});

test('a text with more than 1,000 different names of fields is too complex, however often each occurs', () => {
  const textOf = (names: number) =>
    JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({ [`"name":${at % names}`]: 'a:b', always: { same: [1] } })));
  expect(isTooComplex(textOf(998))).toBe(false);
  expect(isTooComplex(textOf(999))).toBe(true);
});

test('a text that is not JSON, or is too complex, is a syntax error', () => {
  expect(readJsonText('{"a":[1,"]"]}')).toEqual({ a: [1, ']'] });
  expect(() => readJsonText('[1,')).toThrow(SyntaxError);
  expect(() => readJsonText('['.repeat(31) + ']'.repeat(31))).toThrow(SyntaxError);
});
