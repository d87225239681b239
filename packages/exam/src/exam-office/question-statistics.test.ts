import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { median } from '../institute/median.ts';
import { type AnswerFact, doubtsOf, questionStatistics } from './question-statistics.ts';

type Fact = AnswerFact & { marks: number };
const fact = (change: Partial<Fact>): Fact => ({
  result: 0,
  options: [],
  question_time_spent: 60,
  total: 0,
  marks: 0,
  history: [],
  ...change,
});
const right = (total: number) => fact({ result: 1, options: [1], total, marks: 4, history: ['1'] });
const wrong = (total: number) => fact({ result: -1, options: [2], total, marks: -1, history: ['2'] });

describe('statistics of a question', () => {
  test('count attempts, answers and options', () => {
    expect(questionStatistics([right(10), wrong(3), fact({}), wrong(2)])).toMatchObject({
      attempts: 4,
      attempted: 3,
      correct: 1,
      facility: 0.25,
      chosen: [1, 2, 0, 0],
      median_time: 60,
    });
  });

  test('an answer with the result “not counted” is counted as attempted, but neither as right nor as wrong', () => {
    expect(questionStatistics([fact({ result: 2, options: [1] }), right(4)])).toMatchObject({ attempts: 1, attempted: 2, facility: 1 });
  });

  test('discrimination is 1 if exactly the better half is right, and -1 if the worse half is', () => {
    const better = [right(104), right(104), wrong(-1), wrong(-1)];
    const worse = [right(4), right(4), wrong(99), wrong(99)];
    expect(questionStatistics(better).discrimination).toBeCloseTo(1);
    expect(questionStatistics(worse).discrimination).toBeCloseTo(-1);
  });

  test('discrimination is null if all students are right', () => {
    expect(questionStatistics([right(10), right(20)]).discrimination).toBeNull();
  });

  test('an attempt that changes its answer several times is counted once as changed', () => {
    const changed = fact({ result: 1, options: [1], history: ['2', '', '1', '2', '1'] });
    expect(questionStatistics([changed, right(1)]).changed).toBe(1);
  });

  test('facility is between 0 and 1, discrimination between -1 and 1', () => {
    const anyFact = fc.record({ isRight: fc.boolean(), total: fc.integer({ min: -100, max: 300 }) });
    fc.assert(
      fc.property(fc.array(anyFact), (facts) => {
        const { facility, discrimination } = questionStatistics(facts.map(({ isRight, total }) => (isRight ? right(total) : wrong(total))));
        if (facility !== null) expect(facility >= 0 && facility <= 1).toBe(true);
        if (discrimination !== null) expect(Math.abs(discrimination)).toBeLessThanOrEqual(1.000_001);
      }),
    );
  });
});

describe('doubts about a question', () => {
  const many = (count: number, of: () => Fact) => Array.from({ length: count }, of);
  test('arise if nearly nobody is right, or if another option is chosen more often than the key', () => {
    const statistics = questionStatistics([...many(19, () => wrong(50)), right(55)]);
    expect(doubtsOf(statistics, 1)).toEqual(['nearly_nobody_right', 'other_option_chosen_more']);
  });
  test('arise if the best students are wrong', () => {
    const statistics = questionStatistics([...many(10, () => right(4)), ...many(8, () => wrong(99))]);
    expect(doubtsOf(statistics, 1)).toEqual(['best_students_wrong']);
  });
  test('do not arise below ten attempts', () => {
    expect(doubtsOf(questionStatistics(many(9, () => wrong(1))), 1)).toEqual([]);
  });
});

test.each([
  [[], null],
  [[5], 5],
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
])('the median of %j is %s', (numbers, middle) => expect(median(numbers)).toBe(middle));
