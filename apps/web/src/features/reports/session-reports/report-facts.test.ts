import { describe, expect, it } from 'vitest';
import { bestFact, paceFinding } from './report-facts.ts';
import type { Score } from './reports.queries.ts';

const row = (subject_name: string, score: number, correct: number, incorrect: number): Score => ({
  subject_id: subject_name === 'Total' ? null : 1,
  subject_name,
  score,
  max_score: subject_name === 'Total' ? 300 : 100,
  accuracy: null,
  correct,
  incorrect,
  unattempted: 25 - correct - incorrect,
  not_counted: 0,
  question_count: subject_name === 'Total' ? 75 : 25,
});
const subjects = [row('Physics', 76, 20, 4), row('Chemistry', 41, 11, 3), row('Maths', -3, 1, 7)];
const known = { subjects, total: row('Total', 114, 32, 14), exam: 'JEE Main', standing: null, earlier: null };
const standing = (rank: number, appeared: number) => ({ rank, percentile: null, appeared, is_ranked: true });

describe('the best true fact of a report', () => {
  it('is a score higher than all earlier ones, or else a rank among the best, or else the best subject', () => {
    const earlier = { count: 2, best_score: 100, last_score: 90 };
    expect(bestFact({ ...known, earlier, standing: standing(1, 50) })).toEqual({
      fact: 'Your best JEE Main so far, 14 marks more than the best before',
      more: 'Physics went best: 76 of 100, with 4 wrong answers.',
    });
    expect(bestFact({ ...known, standing: standing(1, 50) }).fact).toBe('The best of 50');
    expect(bestFact({ ...known, standing: standing(47, 2318) }).fact).toBe('Among the best 3 in 100');
    expect(bestFact({ ...known, standing: standing(2, 3) })).toEqual({
      fact: 'Physics went best: 76 of 100',
      more: 'You attempted 46 of 75 questions and got 32 right.',
    });
    expect(bestFact({ ...known, earlier: { count: 1, best_score: 120, last_score: 113 } }).fact).toBe('1 mark more than the last JEE Main');
  });

  it('names no subject if two are equal or all lost marks, and does not blame the student for a test without attempts', () => {
    const level = [row('Physics', -1, 0, 1), row('Chemistry', -1, 0, 1)];
    expect(bestFact({ ...known, subjects: level, total: row('Total', -2, 0, 2) })).toEqual({
      fact: 'You attempted 2 of 75 questions',
      more: 'None was right yet.',
    });
    expect(bestFact({ ...known, total: row('Total', 0, 0, 0) })).toEqual({ fact: 'You attempted none of the 75 questions', more: '' });
  });
});

describe('the finding of the time chart', () => {
  const slice = (from: number, answered: number, incorrect: number) => ({
    from,
    to: from + 15,
    answered,
    incorrect,
    correct: answered - incorrect,
  });
  const chart = (...slices: ReturnType<typeof slice>[]) => ({ questions_per_time: slices, accuracy_per_time: [] });

  it('says how many questions were attempted in the first hour, and when the wrong answers came', () => {
    const hour = [slice(0, 5, 0), slice(15, 5, 0), slice(30, 5, 1), slice(45, 5, 0)];
    expect(paceFinding(chart(...hour, slice(120, 9, 4)), 75, 10_800)).toBe(
      'You attempted only 20 questions in first 60 mins; 4 of your 5 wrong answers came in the second half.',
    );
    expect(paceFinding(chart(slice(0, 12, 0)), 15, 1200)).toBe('You attempted 12 questions in first 15 mins.');
  });
});
