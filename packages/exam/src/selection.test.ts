import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Candidate, chooseQuestions } from './selection.ts';

const candidate = (id: number, rating: number, rest: Partial<Candidate> = {}): Candidate => ({
  id,
  rating,
  seen: false,
  missed: false,
  ...rest,
});
const noChance = () => 0;

it('takes those whose chance of success is nearest to 0.7', () => {
  // At 1200 a chance of 0.7 is a question of about 1053.
  const candidates = [candidate(1, 1500), candidate(2, 1050), candidate(3, 900), candidate(4, 1100), candidate(5, 1200)];
  expect(chooseQuestions(candidates, 1200, 3, noChance)).toEqual([2, 4, 3]);
});

it('takes the unseen first, then the missed, then the rest', () => {
  const candidates = [candidate(1, 1053, { seen: true }), candidate(2, 1053, { seen: true, missed: true }), candidate(3, 2000)];
  expect(chooseQuestions(candidates, 1200, 2, noChance)).toEqual([3, 2]);
  expect(chooseQuestions(candidates, 1200, 10, noChance)).toEqual([3, 2, 1]);
});

it('draws among equals', () => {
  const candidates = [1, 2, 3, 4].map((id) => candidate(id, 1053));
  const draws = [0, 0.3, 0.6, 0.99].map((chance) => chooseQuestions(candidates, 1200, 1, () => chance)[0]);
  expect(new Set(draws).size).toBeGreaterThan(1);
});

it('gives distinct questions, as many as asked for or as there are, and repeats itself for the same chance', () => {
  const candidates = fc.uniqueArray(
    fc.record({ id: fc.nat(500), rating: fc.integer({ min: 600, max: 2000 }), seen: fc.boolean(), missed: fc.boolean() }),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(candidates, fc.nat(20), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (all, count, chance) => {
      const chosen = chooseQuestions(all, 1200, count, () => chance);
      expect(new Set(chosen).size).toBe(Math.min(count, all.length));
      expect(chooseQuestions(all, 1200, count, () => chance)).toEqual(chosen);
    }),
  );
});
