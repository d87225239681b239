import { expect, test } from 'vitest';
import { bucketsOf } from './buckets.ts';

test('each score is counted once, in ranges of equal width from the lowest to the highest possible score', () => {
  const buckets = bucketsOf(
    [
      { score: 692, count: 1 },
      { score: 371, count: 40 },
      { score: -12, count: 2 },
    ],
    720,
  );
  expect(buckets.length).toBeLessThanOrEqual(18);
  expect(buckets[0]).toEqual({ from: -50, to: -1, count: 2 });
  expect(buckets.at(-1)?.to).toBeGreaterThanOrEqual(720);
  expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(43);
  expect(bucketsOf([], 80)).toEqual([]);
});
