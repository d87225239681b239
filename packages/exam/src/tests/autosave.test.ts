import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRetryable, isUploadDue, retryWait, type UploadSituation, uploadThreshold } from './autosave.ts';

const quiet: UploadSituation = {
  kind: 'test',
  changed: 0,
  changedNumerical: 0,
  oldestUnsentAt: null,
  lastUploadAt: 100_000,
  now: 101_000,
  is_test_running: true,
  isServerBusy: false,
};

it('an upload begins after 15 changed questions in a test, or after 5 in practice or with numerical entries', () => {
  expect([
    uploadThreshold('test', false),
    uploadThreshold('test', true),
    uploadThreshold('train', false),
    uploadThreshold('train', true),
  ]).toEqual([15, 5, 5, 5]);
});

describe('an upload is due', () => {
  it.each<[string, Partial<UploadSituation>, boolean]>([
    ['not while nothing changed', {}, false],
    ['not at 14 changed questions of a test', { changed: 14 }, false],
    ['at 15', { changed: 15 }, true],
    ['not at 4 numerical ones', { changed: 4, changedNumerical: 4 }, false],
    ['at 5 numerical ones', { changed: 5, changedNumerical: 5 }, true],
    ['at 5 changed questions of practice', { kind: 'train', changed: 5 }, true],
    ['not 9.9 s after the oldest unsent change', { changed: 1, oldestUnsentAt: 91_001 }, false],
    ['10 s after the oldest unsent change', { changed: 1, oldestUnsentAt: 91_000 }, true],
    ['not before 30 s when the server is busy', { changed: 1, oldestUnsentAt: 71_001, isServerBusy: true }, false],
    ['30 s after the oldest change when the server is busy', { changed: 1, oldestUnsentAt: 71_000, isServerBusy: true }, true],
    ['after 60 s of silence in a running test', { lastUploadAt: 41_000 }, true],
    ['not after 59 s', { lastUploadAt: 41_001 }, false],
    ['at once in a running test without an upload so far', { lastUploadAt: null }, true],
    ['not because of silence outside tests', { kind: 'train', is_test_running: false, lastUploadAt: null }, false],
  ])('%s', (_, change, isDue) => {
    expect(isUploadDue({ ...quiet, ...change })).toBe(isDue);
  });
});

describe('retries', () => {
  it('wait longer each time, up to 60 s, with up to half of the wait random', () => {
    expect([0, 1, 2, 5, 6, 1000].map((attempt) => retryWait(attempt, () => 1))).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const longest = retryWait(attempt, () => 1);
        expect(retryWait(attempt, () => chance)).toBeGreaterThanOrEqual(longest / 2);
        expect(retryWait(attempt, () => chance)).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it('follow no response, 408, 429 and 5xx, never a refusal', () => {
    expect([null, 408, 429, 500, 503].every(isRetryable)).toBe(true);
    expect([400, 401, 403, 404, 409, 413, 422].some(isRetryable)).toBe(false);
  });
});
