import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearchQuery, searchTextOf } from './search-text.ts';

test('the index has a question’s words without tags, and each formula once', () => {
  expect(searchTextOf('<b>A lift</b> of \\(m = 2\\) &lt; x, then \\(m=2\\) and \\[\\ce{CO2}\\]')).toEqual({
    words: 'A lift of x then and',
    formulas: ['m=2', 'co2'],
  });
});

test('a bracket without a partner hides no formula after it', () => {
  expect(searchTextOf(`${'\\( '.repeat(3)}stone \\(v = u\\) \\[ \\[a = b\\]`)).toEqual({ words: 'stone', formulas: ['v=u', 'a=b'] });
});

describe('a typed query', () => {
  test.each([
    ['Lens formula', { words: ['lens', 'formula'], formulas: [] }],
    ['H2SO4 molarity', { words: ['molarity'], formulas: ['h2so4'] }],
    ['equation v = u + at', { words: ['equation'], formulas: ['v=u+at'] }],
    ['\\(\\frac{1}{2}mv^2\\) energy', { words: ['energy'], formulas: ['1/2mv2'] }],
    ['!!! ???', { words: [], formulas: [] }],
    ["'; drop table users; --", { words: ['drop', 'table', 'users'], formulas: [] }],
  ])('"%s" is read', (typed, read) => expect(readSearchQuery(typed)).toEqual(read));

  test('has at most 12 words and 3 formulas, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (typed) => {
        const { words, formulas } = readSearchQuery(typed);
        expect(words.length).toBeLessThanOrEqual(12);
        expect(formulas.length).toBeLessThanOrEqual(3);
        for (const word of words) expect(word).not.toMatch(/[&|!():*\\]/);
      }),
    );
  });
});
