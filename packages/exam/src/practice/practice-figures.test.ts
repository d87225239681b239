import { expect, it } from 'vitest';
import { wholePercent } from '../institute/percent.ts';
import { practiceFigures } from './practice-figures.ts';

it('progress is over all questions and accuracy over the attempted questions, in whole percent', () => {
  expect(practiceFigures({ question_count: 18, verified: 7, correct: 5, incorrect: 2, seconds: 300 })).toEqual({
    progress: 39,
    accuracy: 71,
    incorrect: 2,
    avg_speed: 43,
  });
});

it('a chapter has no accuracy and no speed before the first answer', () => {
  expect(practiceFigures({ question_count: 18, verified: 0, correct: 0, incorrect: 0, seconds: 0 })).toEqual({
    progress: 0,
    accuracy: null,
    incorrect: 0,
    avg_speed: null,
  });
  expect(practiceFigures({ question_count: 0, verified: 0, correct: 0, incorrect: 0, seconds: 0 }).progress).toBe(0);
});

it.each([
  [1, 8, 13],
  [1, 3, 33],
  [2, 3, 67],
  [1, 200, 1],
  [1, 201, 0],
  [29, 200, 15],
  [0, 5, 0],
  [5, 5, 100],
  [0, 0, null],
])('%i of %i is %j percent, halves rounded up', (part, whole, percent) => {
  expect(wholePercent(part, whole)).toBe(percent);
});
