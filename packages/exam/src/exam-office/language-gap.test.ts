import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceOfGap, harderLanguage, type LevelCounts } from './language-gap.ts';

const level = (english: number, english_right: number, hindi: number, hindi_right: number): LevelCounts => ({
  english,
  english_right,
  hindi,
  hindi_right,
});

describe('the readers of two languages', () => {
  test.each([
    ['are alike', [level(100, 60, 50, 30)], null],
    ['differ as chance lets them', [level(100, 60, 50, 25)], null],
    ['differ much, Hindi being harder', [level(100, 60, 50, 5)], 'hi'],
    ['differ much, English being harder', [level(100, 10, 50, 30)], 'en'],
    ['differ because readers of Hindi are of a lower level', [level(100, 90, 10, 9), level(10, 1, 100, 10)], null],
    ['differ at every level', [level(60, 54, 30, 12), level(60, 30, 30, 3)], 'hi'],
    ['are too few to say anything', [level(100, 90, 9, 0)], null],
    ['are all right', [level(50, 50, 50, 50)], null],
  ] as const)('%s', (_words, levels, language) => {
    expect(harderLanguage(levels, 90)).toBe(language);
  });

  test('differ by the probability of a published example', () => {
    // Agresti, Categorical Data Analysis, 2002, table 6.9: eight centres, CMH statistic 6.38 without the correction, p = 0.012.
    const centres = [
      level(37, 10, 36, 11),
      level(32, 22, 20, 16),
      level(19, 7, 19, 14),
      level(17, 1, 16, 2),
      level(12, 0, 17, 6),
      level(10, 0, 11, 1),
      level(9, 1, 5, 1),
      level(7, 6, 6, 4),
    ];
    expect(chanceOfGap(centres)).toBeCloseTo(0.0176, 3);
  });

  test('differ by a probability between 0 and 1 that is the same with the languages exchanged', () => {
    const counts = fc.record({ english: fc.nat(60), hindi: fc.nat(60), part: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), (all) => {
        const levels = all.map(({ english, hindi, part }) =>
          level(english, Math.floor(english * part), hindi, Math.floor(hindi * (1 - part))),
        );
        const exchanged = levels.map((one) => level(one.hindi, one.hindi_right, one.english, one.english_right));
        const chance = chanceOfGap(levels);
        expect(chance >= 0 && chance <= 1).toBe(true);
        expect(chanceOfGap(exchanged)).toBeCloseTo(chance, 9);
      }),
    );
  });

  test('raise a false alarm in fewer than one paper of ten', () => {
    let seed = 7;
    const drawn = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 4_294_967_296;
    };
    const rightOf = (count: number, part: number) => Array.from({ length: count }).filter(() => drawn() < part).length;
    const papers = Array.from({ length: 60 }, () =>
      Array.from({ length: 60 }, () => [0.2, 0.4, 0.6, 0.8].map((part) => level(40, rightOf(40, part), 25, rightOf(25, part)))),
    );
    const alarmed = papers.filter((questions) => questions.some((levels) => harderLanguage(levels, questions.length) !== null));
    expect(alarmed.length).toBeLessThan(6);
  });
});
