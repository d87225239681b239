import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdaptiveCandidate, choosePlaces, choosePool, type PracticePool, placesOf } from './adaptive.ts';
import { expectedScore, updateRatings } from './rating.ts';

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

describe('the order of a practice session', () => {
  test('begins with the question whose chance of success is nearest to 0.7', () => {
    // A question 147 points below the student's rating has a chance of 0.7.
    expect(choose([candidate(1, { rating: 1200 }), candidate(2, { rating: 1053 }), candidate(3, { rating: 900 })])).toEqual([2, 3, 1]);
  });

  test('has unseen questions first, then missed ones, then the rest', () => {
    const candidates = [candidate(1, { is_seen: true }), candidate(2, { is_seen: true, is_missed: true }), candidate(3, { rating: 2000 })];
    expect(choose(candidates)).toEqual([3, 2, 1]);
  });

  test('keeps the visited questions in their order', () => {
    expect(
      choose(
        [1, 2, 3, 4].map((id) => candidate(id)),
        { visited: [4, 2] },
      ).slice(0, 2),
    ).toEqual([4, 2]);
  });

  test('keeps the questions of a passage together', () => {
    const ofPassage = { comprehension_question_id: 7 };
    const candidates = [
      candidate(1, { rating: 1053, ...ofPassage }),
      candidate(2, { rating: 1060 }),
      candidate(3, { rating: 1900, ...ofPassage }),
    ];
    expect(choose(candidates)).toEqual([1, 3, 2]);
  });

  test('continues with the passage of the last visited question', () => {
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

  test('does not depend on the order of the candidates, repeats no question, and is filled as long as the topic has questions', () => {
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

  test('is the same on the device as on the server, in 10,000 random states', () => {
    const result = fc.constantFrom(-1 as const, 0 as const, 1 as const, null);
    const state = fc.tuple(anyCandidates, fc.integer({ min: 400, max: 2400 }), fc.nat(90), fc.integer(), fc.nat(12), fc.array(result));
    fc.assert(
      fc.property(state, ([candidates, rating, answered, seed, seen, results]) => {
        const pool: PracticePool = { candidates, rating, answered, count: 10, seed };
        const visited = candidates.slice(0, seen).map(({ id }) => id);
        const resultOf = (id: number) => results[visited.indexOf(id)] ?? null;
        const places = placesOf(pool, visited, resultOf);
        const sent = JSON.parse(JSON.stringify({ ...pool, candidates: candidates.toReversed() })) as PracticePool;
        expect(placesOf(sent, visited, resultOf)).toEqual(places);
        expect(places.slice(0, visited.length)).toEqual(visited);
        expect(places).toHaveLength(Math.min(Math.max(10, visited.length), candidates.length));
      }),
      { numRuns: 10_000 },
    );
  });

  test('continues with easier questions after wrong answers, and with harder ones after right answers', () => {
    const candidates = Array.from({ length: 60 }, (_, at) => candidate(at + 1, { rating: 600 + 20 * at }));
    const pool = { candidates, rating: 1200, answered: 0, count: 10, seed: 3 };
    const ratingAt = (result: -1 | 1) => {
      const next = placesOf(pool, [23], () => result)[1] ?? 0;
      return candidates[next - 1]?.rating ?? 0;
    };
    expect(ratingAt(-1)).toBeLessThan(1000);
    expect(ratingAt(1)).toBeGreaterThan(1080);
  });
});

test('a pool contains questions of the student’s level and the neighbouring levels, each once', () => {
  const candidates = Array.from({ length: 300 }, (_, at) => candidate(at + 1, { rating: 600 + 4 * at }));
  const pool = choosePool({ candidates, rating: 1200, seed: 5 });
  const ratings = pool.map((id) => candidates[id - 1]?.rating ?? 0);
  expect(new Set(pool).size).toBe(pool.length);
  expect(pool).toHaveLength(60);
  expect(Math.min(...ratings)).toBeLessThan(750);
  expect(Math.max(...ratings)).toBeGreaterThan(1350);
  expect(choosePool({ candidates: candidates.slice(0, 7), rating: 1200, seed: 5 })).toHaveLength(7);
});

/** Simulates a student of known ability in a topic with questions of every level. The chance of a right answer follows the ratings. */
function practise(truth: number, seed: number, answers: number) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const levels = Array.from({ length: 100 }, (_, at) => candidate(at + 1, { rating: 300 + 20 * at }));
  let rating = 1200;
  const results: boolean[] = [];
  for (let answered = 0; answered < answers; answered += 1) {
    // The simulated topic never runs out of questions of a level.
    const [id] = choosePlaces({ visited: [], candidates: levels, rating, count: 1, seed: seed + answered });
    const question = levels[(id ?? 1) - 1]?.rating ?? 0;
    const isCorrect = random() < expectedScore(truth, question);
    rating = updateRatings(rating, question, isCorrect, answered).student;
    results.push(isCorrect);
  }
  return { rating, results };
}

test.each([700, 1000, 1200, 1500, 1800])(
  'after 30 answers the rating of a student whose ability is %i is within 100 points (median)',
  (truth) => {
    const errors = Array.from({ length: 101 }, (_, seed) => Math.abs(practise(truth, seed * 7919 + 1, 30).rating - truth));
    expect(errors.toSorted((a, b) => a - b)[50]).toBeLessThan(100);
  },
);

test.each([700, 1200, 1800])('a student of ability %i ends up with a share of 0.7 ± 0.05 right answers', (truth) => {
  const settled = Array.from({ length: 60 }, (_, seed) => practise(truth, seed * 104_729 + 1, 70).results.slice(30)).flat();
  const share = settled.filter(Boolean).length / settled.length;
  expect(Math.abs(share - 0.7)).toBeLessThan(0.05);
});
