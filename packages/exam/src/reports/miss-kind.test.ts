import { expect, test } from 'vitest';
import { missKind } from './miss-kind.ts';

const answer = { outcome: -1, question_time_spent: 60, median_time: null, answered_by: 0, is_key_used: false } as const;

test.each([
  ['a wrong answer', {}, 'incorrect'],
  ['a wrong answer in under 25 s', { question_time_spent: 24 }, 'rushed'],
  [
    'a wrong answer in under 0.4 of the median of twenty students',
    { question_time_spent: 39, median_time: 100, answered_by: 20 },
    'rushed',
  ],
  ['no answer after more than 120 s', { outcome: 0, question_time_spent: 121 }, 'late_skip'],
  ['no answer after 120 s', { outcome: 0, question_time_spent: 120 }, null],
  ['a solution that was opened before answering', { outcome: 0, is_key_used: true }, 'solution_seen'],
  ['a right answer', { outcome: 1 }, null],
  ['an answer that does not count', { outcome: 2 }, null],
] as const)('%s enters the mistake book with its kind, or does not enter it', (_what, fields, kind) => {
  expect(missKind({ ...answer, ...fields })).toBe(kind);
});
