import { expect, test } from 'vitest';
import { findingOf } from './ScoreOverTests.tsx';

test.each([
  [[{ percent: 60, batch: null }], 'In one test 60% of the marks.'],
  [
    [
      { percent: 60, batch: 50 },
      { percent: 80, batch: 60 },
      { percent: 40, batch: null },
    ],
    'In the last 3 tests on average 60% of the marks, 15 points above the batch.',
  ],
  [[{ percent: 40, batch: 52 }], 'In one test 40% of the marks, 12 points below the batch.'],
  [[{ percent: 40, batch: 40 }], 'In one test 40% of the marks, the same as the batch.'],
])('a student’s scores are compared with the batch where both have a result (%#)', (results, words) => {
  expect(findingOf(results)).toBe(words);
});
