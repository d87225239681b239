import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOf, endOf } from './cut-text.ts';

test('a text is cut between characters, never inside a surrogate pair', () => {
  expect(['a😀b', 'a😀', 'a😀', 'ab'].map((text, at) => beginningOf(text, [2, 2, 3, 5][at] ?? 0))).toEqual(['a', 'a', 'a😀', 'ab']);
  expect(endOf('😀.pdf', 5)).toBe('.pdf');
  expect(endOf('😀.pdf', 6)).toBe('😀.pdf');
  expect(endOf('😀.pdf', 0)).toBe('');
});

test('every cut text can be part of an address, and is at most one code unit shorter than allowed', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('a', '😀', '\uD83D', '\uDE00', 'क'), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, fc.nat(40), (given, most) => {
      for (const cut of [beginningOf(given, most), endOf(given, most)]) {
        expect(() => encodeURIComponent(cut)).not.toThrow();
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(given.length, most) - 1);
      }
      expect(
        given
          .slice(0, most)
          .replaceAll(/[\uD800-\uDFFF]/g, '\uFFFD')
          .startsWith(beginningOf(given, most).replaceAll(/[\uD800-\uDFFF]/g, '\uFFFD')),
      ).toBe(true);
    }),
  );
});
