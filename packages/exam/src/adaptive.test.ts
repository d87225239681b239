import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdaptiveCandidate, choosePlaces } from './adaptive.ts';

const candidate = (id: number, change: Partial<AdaptiveCandidate> = {}): AdaptiveCandidate => ({
  id,
  rating: 1200,
  comprehension_question_id: null,
  is_seen: false,
  is_missed: false,
  ...change,
});
const choose = (candidates: AdaptiveCandidate[], change: Partial<Parameters<typeof choosePlaces>[0]> = {}) =>
  choosePlaces({ visited: [], candidates, rating: 1200, count: 10, seed: 1, ...change });

describe('places of a practice session', () => {
  test('hold the question whose chance of success is nearest to 0.7 first', () => {
    // 147 points below the student's rating the chance is 0.7.
    expect(choose([candidate(1, { rating: 1200 }), candidate(2, { rating: 1053 }), candidate(3, { rating: 900 })])).toEqual([2, 3, 1]);
  });

  test('hold unseen questions before missed ones, and missed ones before the rest', () => {
    const candidates = [candidate(1, { is_seen: true }), candidate(2, { is_seen: true, is_missed: true }), candidate(3, { rating: 2000 })];
    expect(choose(candidates)).toEqual([3, 2, 1]);
  });

  test('keep what was visited, in its order', () => {
    expect(
      choose(
        [1, 2, 3, 4].map((id) => candidate(id)),
        { visited: [4, 2] },
      ).slice(0, 2),
    ).toEqual([4, 2]);
  });

  test('hold the questions of a passage together', () => {
    const ofPassage = { comprehension_question_id: 7 };
    const candidates = [
      candidate(1, { rating: 1053, ...ofPassage }),
      candidate(2, { rating: 1060 }),
      candidate(3, { rating: 1900, ...ofPassage }),
    ];
    expect(choose(candidates)).toEqual([1, 3, 2]);
  });

  test('go on with the passage of the question visited last', () => {
    const ofPassage = { comprehension_question_id: 7 };
    const candidates = [candidate(1, ofPassage), candidate(2, { rating: 1053 }), candidate(3, { rating: 1900, ...ofPassage })];
    expect(choose(candidates, { visited: [1] })).toEqual([1, 3, 2]);
  });

  const anyCandidates = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 40 }).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          rating: fc.integer({ min: 600, max: 1800 }),
          comprehension_question_id: fc.option(fc.integer({ min: 1, max: 3 })),
          is_seen: fc.boolean(),
          is_missed: fc.boolean(),
        }),
      ),
    ),
  );

  test('are the same whatever the order of the candidates, hold none twice, and are full while the topic has questions', () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: 1, max: 15 }), fc.integer(), fc.nat(5), (candidates, count, seed, seen) => {
        const visited = candidates.slice(0, Math.min(seen, count)).map(({ id }) => id);
        const places = choose(candidates, { count, seed, visited });
        expect(choose(candidates.toReversed(), { count, seed, visited })).toEqual(places);
        expect(new Set(places).size).toBe(places.length);
        expect(places.length).toBe(Math.min(count, candidates.length));
        expect(places.slice(0, visited.length)).toEqual(visited);
      }),
    );
  });
});
