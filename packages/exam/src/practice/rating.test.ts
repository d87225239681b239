import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectedScore, initialRating, START_RATING, updateRatings } from './rating.ts';

const rating = fc.integer({ min: 0, max: 3000 });

it('equal ratings have even chances, and 400 points of difference mean ten to one', () => {
  expect(expectedScore(1200, 1200)).toBe(0.5);
  expect(expectedScore(1600, 1200)).toBeCloseTo(10 / 11);
  expect(expectedScore(1200, 1600)).toBeCloseTo(1 / 11);
});

it('a harder question has a higher initial rating, and a medium question has the rating of a new student', () => {
  expect([1, 2, 3, 4, 5].map(initialRating)).toEqual([900, 1050, START_RATING, 1350, 1500]);
});

it('a right answer raises the student and lowers the question, a wrong answer the other way round', () => {
  fc.assert(
    fc.property(rating, rating, fc.nat(500), (student, question, answered) => {
      const right = updateRatings(student, question, true, answered);
      const wrong = updateRatings(student, question, false, answered);
      expect(right.student).toBeGreaterThan(student);
      expect(right.question).toBeLessThan(question);
      expect(wrong.student).toBeLessThan(student);
      expect(wrong.question).toBeGreaterThan(question);
    }),
  );
});

it('a more surprising answer moves the ratings more', () => {
  expect(updateRatings(1200, 1600, true, 9).student - 1200).toBeGreaterThan(updateRatings(1200, 1000, true, 9).student - 1200);
});

it('each answer changes the rating of a student less than the previous answer, until the usual step is reached', () => {
  const steps = [0, 1, 8, 20, 52, 200].map((answered) => updateRatings(1200, 1200, true, answered).student - 1200);
  expect(steps).toEqual([120, expect.closeTo(106.7, 1), 60, expect.closeTo(34.3, 1), 16, 16]);
});
