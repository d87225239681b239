import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedRanks, shiftPercentiles, type ShiftScore } from './shifts.ts';

const score = (student_id: number, total: number, maths = total, physics = 0): ShiftScore => ({
  student_id,
  total,
  subjects: { Maths: maths, Physics: physics },
});

test('percentiles count students at or below the score within the shift', () => {
  const [best, second, third] = shiftPercentiles([score(1, 90), score(2, 50), score(3, 50)]);
  expect([best?.total, second?.total, third?.total]).toEqual([1_000_000_000, 666_666_667, 666_666_667]);
});

test('the best students of a hard and an easy shift share the first rank if nothing breaks the tie', () => {
  const ranks = mergedRanks([shiftPercentiles([score(1, 200), score(2, 100)]), shiftPercentiles([score(3, 90), score(4, 20)])], ['Maths']);
  expect(Object.fromEntries(ranks)).toEqual({ 1: 1, 2: 3, 3: 1, 4: 3 });
});

test('equal total percentiles are ranked by the percentiles of the subjects, in the order of the subjects', () => {
  const first = shiftPercentiles([score(1, 200, 80, 120), score(2, 100, 90, 10)]);
  const second = shiftPercentiles([score(3, 90, 60, 30), score(4, 20, 10, 10)]);
  expect(mergedRanks([first, second], ['Maths', 'Physics']).get(3)).toBe(1);
  expect(mergedRanks([first, second], ['Maths', 'Physics']).get(1)).toBe(2);
});

test('a rank is 1 + the number of students ahead', () => {
  const anyShift = fc.array(fc.record({ total: fc.integer({ min: 0, max: 9 }), maths: fc.integer({ min: 0, max: 5 }) }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.array(anyShift, { minLength: 1, maxLength: 3 }), (shifts) => {
      let id = 0;
      const all = shifts.map((scores) => shiftPercentiles(scores.map(({ total, maths }) => score((id += 1), total, maths))));
      const flat = all.flat();
      for (const [student_id, rank] of mergedRanks(all, ['Maths'])) {
        const own = flat.find((standing) => standing.student_id === student_id);
        const maths = own?.subjects['Maths'] ?? 0;
        const ahead = flat.filter(
          (other) => own && (other.total > own.total || (other.total === own.total && (other.subjects['Maths'] ?? 0) > maths)),
        );
        expect(rank).toBe(ahead.length + 1);
      }
    }),
  );
});
