import { expect, test, vi } from 'vitest';
import { eachSaidAtMostEvery, every } from './every.ts';

test('failures of one kind are reported once a minute, and another kind of failure at once', () => {
  let now = new Date('2027-01-01T00:00:00Z');
  const said: string[] = [];
  const report = eachSaidAtMostEvery(
    60_000,
    () => now,
    (error) => void said.push(String(error)),
  );
  for (const error of ['away', 'away', 'full', 'away']) report(error);
  expect(said).toEqual(['away', 'full']);
  now = new Date('2027-01-01T00:01:00Z');
  report('away');
  expect(said).toEqual(['away', 'full', 'away']);
});

test('a timer whose work throws or rejects reports the failure, keeps running, and never ends the process', async () => {
  vi.useFakeTimers();
  const failures: unknown[] = [];
  let turns = 0;
  const work = () => {
    turns += 1;
    if (turns === 1) throw new Error('EMFILE');
    return turns === 2 ? Promise.reject(new Error('away')) : undefined;
  };
  const stop = every(1000, work, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(3000);
  stop();
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  expect([turns, failures.map(String)]).toEqual([3, ['Error: EMFILE', 'Error: away']]);
});
