import { describe, expect, test } from 'vitest';
import { examOf, firstLevel, solvedOfTen } from './level.ts';
import { expectedScore, initialRating } from './rating.ts';

describe('the level in a subject', () => {
  test.each([
    [1200, 'NEET', 5],
    [1200, 'JEE Main', 4],
    [1350, 'NEET', 7],
    [1600, 'NEET', 9],
    [400, 'NEET', 0],
    [2400, 'JEE Main', 10],
  ] as const)('of a student rated %i: of ten questions of %s the student solves %i', (rating, exam, solved) => {
    expect(solvedOfTen([{ rating, answered: 30 }], exam)).toBe(solved);
  });

  test('is null before ten answers', () => {
    expect(solvedOfTen([{ rating: 1300, answered: 9 }], 'NEET')).toBeNull();
    expect(solvedOfTen([], 'NEET')).toBeNull();
  });

  test('in Botany and Zoology together weights each rating by its number of answers', () => {
    const both = [
      { rating: 1000, answered: 5 },
      { rating: 1400, answered: 15 },
    ];
    expect(solvedOfTen(both, 'NEET')).toBe(Math.round(10 * expectedScore(1300, initialRating(3))));
  });

  test('refers to the exam of the course and subject', () => {
    expect(examOf('MED', 'Physics')).toBe('NEET');
    expect(examOf('ENG', 'Physics')).toBe('JEE Main');
    expect(examOf('MED_ENG', 'Biology')).toBe('NEET');
    expect(examOf('MED_ENG', 'Maths')).toBe('JEE Main');
  });
});

describe('the first level, from five answers', () => {
  const five = (isCorrect: (at: number) => boolean) => Array.from({ length: 5 }, (_, at) => ({ complexity: 3, isCorrect: isCorrect(at) }));

  test.each([
    ['all right', () => true, 9],
    ['all wrong', () => false, 1],
    ['every second right', (at: number) => at % 2 === 0, 6],
  ] as const)('%s', (_what, isCorrect, level) => {
    expect(firstLevel(five(isCorrect), 'NEET')).toBe(level);
  });

  test('is null without an answer, and lower for the harder exam', () => {
    expect(firstLevel([], 'NEET')).toBeNull();
    const answers = five((at) => at < 2);
    expect(firstLevel(answers, 'JEE Main') ?? 10).toBeLessThanOrEqual(firstLevel(answers, 'NEET') ?? 0);
  });
});
