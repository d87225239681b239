import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctionEffect } from './correction-effect.ts';

describe('the effect of a corrected key', () => {
  test('counts students who gain, lose and keep their score, and gives students with equal totals the same new rank', () => {
    const effect = correctionEffect([
      { student_id: 1, before: 692, after: 692 },
      { student_id: 2, before: 690, after: 695 },
      { student_id: 3, before: 690, after: 685 },
      { student_id: 4, before: 100, after: 100 },
    ]);
    expect(effect).toMatchObject({
      differences: [
        { by: 5, students: 1 },
        { by: -5, students: 1 },
      ],
      kept: 2,
      ranks_changed: 3,
      farthest_fall: 1,
      farthest_rise: 1,
    });
    expect(effect.ranks.map(({ student_id, rank_before, rank_after }) => [student_id, rank_before, rank_after])).toEqual([
      [2, 2, 1],
      [1, 1, 2],
      [3, 2, 3],
      [4, 4, 4],
    ]);
  });

  test('is empty without students', () => {
    expect(correctionEffect([])).toEqual({ differences: [], kept: 0, ranks: [], ranks_changed: 0, farthest_fall: 0, farthest_rise: 0 });
  });

  test('ranks every student once, at 1 + the number of higher totals', () => {
    const totals = fc.array(fc.record({ before: fc.integer({ min: -20, max: 20 }), after: fc.integer({ min: -20, max: 20 }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(totals, (given) => {
        const { ranks, kept, differences } = correctionEffect(given.map((each, at) => ({ student_id: at + 1, ...each })));
        expect(kept + differences.reduce((sum, { students }) => sum + students, 0)).toBe(given.length);
        for (const { after, rank_after } of ranks) expect(rank_after).toBe(1 + given.filter((other) => other.after > after).length);
      }),
    );
  });
});
