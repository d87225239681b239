import { expect, test } from 'vitest';
import { countedSheet, offlineTestTimes, shownStatus, statusAfterWish } from './offline-test.ts';

/** Runs from 0 to 100 s; sheets are in time until 130 s. */
const times = offlineTestTimes(0, 100, 30);

test('the time to hand in begins at the end of the test', () =>
  expect(times).toEqual({ startsAt: 0, endsAt: 100_000, submitUntil: 130_000 }));

test.each([
  ['NOT_STARTED', 130_000, 'NOT_STARTED'],
  ['NOT_STARTED', 130_001, 'MISSED'],
  ['QP_DOWNLOADED', 130_000, 'QP_DOWNLOADED'],
  ['QP_DOWNLOADED', 130_001, 'MISSED'],
  ['SUBMITTED', 130_001, 'SUBMITTED'],
] as const)('%s at %d ms is shown as %s', (stored, now, shown) => expect(shownStatus(stored, times, now)).toBe(shown));

test.each([
  ['NOT_STARTED', 'QP_DOWNLOADED', 0, 'QP_DOWNLOADED'],
  ['NOT_STARTED', 'QP_DOWNLOADED', -1, 'NOT_STARTED'],
  ['NOT_STARTED', 'SUBMITTED', 0, 'NOT_STARTED'],
  ['NOT_STARTED', 'MISSED', 0, 'NOT_STARTED'],
  ['QP_DOWNLOADED', 'NOT_STARTED', 0, 'QP_DOWNLOADED'],
  ['QP_DOWNLOADED', 'SUBMITTED', 0, 'QP_DOWNLOADED'],
  ['SUBMITTED', 'NOT_STARTED', 0, 'SUBMITTED'],
  ['SUBMITTED', 'QP_DOWNLOADED', 0, 'SUBMITTED'],
] as const)('a test that is %s, with the request %s at %d ms, becomes %s', (stored, wished, now, status) => {
  expect(statusAfterWish(stored, wished, times, now)).toBe(status);
});

test('the newest sheet that is on time counts; the newest late sheet counts only if none is on time', () => {
  const [first, second, late, later] = [
    { receivedAt: 1, isLate: false },
    { receivedAt: 2, isLate: false },
    { receivedAt: 3, isLate: true },
    { receivedAt: 4, isLate: true },
  ];
  expect(countedSheet([late, first, second])).toBe(second);
  expect(countedSheet([late, later])).toBe(later);
  expect(countedSheet([])).toBeUndefined();
});
