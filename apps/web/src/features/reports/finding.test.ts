import { describe, expect, it } from 'vitest';
import { findingOf } from './finding.ts';
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

describe('the finding of a test report', () => {
  it('names the subject that went best and the one that cost most marks', () => {
    const subjects = [row('Physics', 76, 20, 4), row('Chemistry', 41, 11, 3), row('Maths', -3, 1, 7)];
    expect(findingOf(subjects, row('Total', 114, 32, 14))).toBe(
      'You attempted 46 of 75 questions and got 32 right. Physics went best; Maths cost you the most marks: 103.',
    );
  });

  it('names no subject where two stand level', () => {
    const subjects = [row('Maths', 1, 1, 3), row('Physics', 0, 0, 0), row('Chemistry', 0, 0, 0)];
    expect(findingOf(subjects, row('Total', 1, 1, 3))).toBe('You attempted 4 of 75 questions and got 1 right. Maths went best.');
  });

  it('blames no subject for a test that was not attempted', () => {
    expect(findingOf([row('Physics', 0, 0, 0)], row('Total', 0, 0, 0))).toBe('You attempted none of the 75 questions.');
  });
});
