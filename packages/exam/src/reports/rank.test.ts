import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStandings, percentileFromCounts, percentileOf, rankOf, rankWithTieBreak, type Standing } from './rank.ts';

const jee = (maths: number[], physics: number[], chemistry: number[]): Standing => {
  const of = ([score = 0, correct = 0, incorrect = 0]: number[]) => ({ score, correct, incorrect });
  const subjects = { Maths: of(maths), Physics: of(physics), Chemistry: of(chemistry) };
  return { total: subjects.Maths.score + subjects.Physics.score + subjects.Chemistry.score, subjects };
};

describe('rank', () => {
  it('is 1 + the number of higher totals, shared by equal ones', () => {
    const totals = [300, 250, 250, 100];
    expect(totals.map((total) => rankOf(total, totals))).toEqual([1, 2, 2, 4]);
    expect(rankOf(260, totals)).toBe(2);
  });
});

describe('ties', () => {
  it.each<[string, Standing, Standing]>([
    ['a higher total comes first', jee([0], [0], [100]), jee([90], [0], [0])],
    ['Maths first', jee([60], [20], [20]), jee([50], [40], [10])],
    ['then Physics', jee([50], [40], [10]), jee([50], [20], [30])],
    ['then comes the lower ratio of incorrect to correct', jee([50, 13, 2], [20], [20]), jee([50, 14, 6], [20], [20])],
    ['a ratio without wrong answers is 0, one without correct ones infinite', jee([0, 0, 0], [0], [0]), jee([0, 0, 4], [0], [0])],
    ['then comes the lower ratio in Maths', jee([50, 13, 1], [20, 5, 1], [20]), jee([50, 13, 2], [20, 5, 0], [20])],
  ])('in JEE: %s', (_, ahead, behind) => {
    expect(compareStandings(ahead, behind, 'jee')).toBeLessThan(0);
    expect(compareStandings(behind, ahead, 'jee')).toBeGreaterThan(0);
    expect([ahead, behind].map((standing) => rankWithTieBreak(standing, [ahead, behind], 'jee'))).toEqual([1, 2]);
  });

  it('in NEET are decided by Biology, Chemistry, Physics', () => {
    const neet = (biology: number, chemistry: number, physics: number): Standing => ({
      total: biology + chemistry + physics,
      subjects: {
        Biology: { score: biology, correct: 1, incorrect: 0 },
        Chemistry: { score: chemistry, correct: 1, incorrect: 0 },
        Physics: { score: physics, correct: 1, incorrect: 0 },
      },
    });
    const order = [neet(300, 100, 100), neet(200, 160, 140), neet(200, 150, 150)];
    expect(order.toReversed().sort((a, b) => compareStandings(a, b, 'neet'))).toEqual(order);
  });

  it('share a rank if no rule breaks them', () => {
    const same = jee([50, 13, 2], [20], [20]);
    expect(rankWithTieBreak(same, [same, same], 'jee')).toBe(1);
    const withoutCorrect = jee([-1, 0, 1], [0], [0]);
    expect(compareStandings(withoutCorrect, withoutCorrect, 'jee')).toBe(0);
  });

  it('are broken in the same order, whatever the order of the comparisons', () => {
    const part = fc.tuple(fc.integer({ min: -1, max: 1 }), fc.nat(2), fc.nat(2));
    const standing = fc.tuple(part, part, part).map(([maths, physics, chemistry]) => jee(maths, physics, chemistry));
    fc.assert(
      fc.property(standing, standing, standing, (a, b, c) => {
        expect(Math.sign(compareStandings(a, b, 'jee')) + Math.sign(compareStandings(b, a, 'jee'))).toBe(0);
        if (compareStandings(a, b, 'jee') <= 0 && compareStandings(b, c, 'jee') <= 0)
          expect(compareStandings(a, c, 'jee')).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('percentile', () => {
  it('is the share of students at or below the score, to 7 decimals', () => {
    const totals = Array.from({ length: 30 }, (_, at) => at);
    expect(percentileOf(29, totals)).toBe(100);
    expect(percentileOf(0, totals)).toBe(3.3333333);
    expect(percentileFromCounts(2, 30)).toBe(6.6666667);
    expect(percentileFromCounts(999_999, 1_000_000)).toBe(99.9999);
  });

  it('rounds an exact half up, even if a double cannot represent it', () => {
    const halfWay = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 1, max: 40 })).map(([units, power]) => ({
      // The share is exactly (units + 1/2) / 10^9. The number of students is chosen so that the share is a whole number of them.
      atOrBelow: (BigInt(units) * 2n + 1n) * BigInt(power),
      appeared: 2_000_000_000n * BigInt(power),
      units,
    }));
    fc.assert(
      fc.property(halfWay, ({ atOrBelow, appeared, units }) => {
        expect(percentileFromCounts(Number(atOrBelow), Number(appeared))).toBe((units + 1) / 1e7);
      }),
    );
    for (let appeared = 64; appeared <= 3200; appeared += 64) {
      for (let atOrBelow = 1; atOrBelow <= appeared; atOrBelow += 1) {
        const exact = (BigInt(atOrBelow) * 2_000_000_000n + BigInt(appeared)) / (2n * BigInt(appeared));
        expect(percentileFromCounts(atOrBelow, appeared)).toBe(Number(exact) / 1e7);
      }
    }
  });

  it('is null below 20 students', () => {
    expect(percentileFromCounts(19, 19)).toBeNull();
    expect(percentileFromCounts(20, 20)).toBe(100);
  });
});
