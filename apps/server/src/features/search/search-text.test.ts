import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainFormula, readSearchQuery, searchTextOf } from './search-text.ts';

describe('a formula has one plain form', () => {
  test.each([
    ['\\ce{H2SO4}', 'h2so4'],
    ['H_2SO_4', 'h2so4'],
    ['\\mathrm{H_{2}SO_{4}}', 'h2so4'],
    ['v = u + at', 'v=u+at'],
    ['v=u+at', 'v=u+at'],
    ['\\frac{1}{2}mv^2', '1/2mv2'],
    ['\\tfrac{1}{2} m v^{2}', '1/2mv2'],
    ['\\sqrt{2gh}', 'sqrt2gh'],
    ['E = h\\nu', 'e=hnu'],
    ['\\lambda \\le 5', 'lambda<=5'],
    ['λ', 'lambda'],
    ['20\\ \\mathrm{m\\,s^{-1}}', '20ms-1'],
  ])('%s is %s', (written, plain) => expect(plainFormula(written)).toBe(plain));
});

test('a question gives its words without tags, and its formulas once', () => {
  expect(searchTextOf('<b>A lift</b> of \\(m = 2\\) &lt; x, then \\(m=2\\) and \\[\\ce{CO2}\\]')).toEqual({
    words: 'A lift of x then and',
    formulas: ['m=2', 'co2'],
  });
});

describe('what was typed', () => {
  test.each([
    ['Lens formula', { words: ['lens', 'formula'], formulas: [] }],
    ['H2SO4 molarity', { words: ['molarity'], formulas: ['h2so4'] }],
    ['equation v = u + at', { words: ['equation'], formulas: ['v=u+at'] }],
    ['\\(\\frac{1}{2}mv^2\\) energy', { words: ['energy'], formulas: ['1/2mv2'] }],
    ['!!! ???', { words: [], formulas: [] }],
    ["'; drop table users; --", { words: ['drop', 'table', 'users'], formulas: [] }],
  ])('"%s" is read', (typed, read) => expect(readSearchQuery(typed)).toEqual(read));

  test('has at most 12 words and 3 formulas, whatever it is', () => {
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
