import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import type { OpenDatabase } from '../database/open.ts';

let database: OpenDatabase;
/** How far the process's clock is ahead, in ms. */
let ahead: number;
let changes: (number | null)[];
let watch: ClockWatch;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());
beforeEach(() => {
  ahead = 0;
  changes = [];
  watch = watchClock(database.db, {
    clock: () => new Date(Date.now() + ahead),
    onChange: (by) => changes.push(by),
    onFailure: (error) => changes.push(Number(error)),
  });
  return () => watch.close();
});

describe('the clock of a process', () => {
  test('counts as wrong until it has been compared with the clock of the database', async () => {
    expect(watch.isRight()).toBe(false);
    expect(await watch.compare()).toBe(true);
    expect(watch.isRight()).toBe(true);
    expect(changes).toEqual([]);
  });

  test.each([3_600_000, -3_600_000, 20_000])(
    'counts as wrong when it is %d ms ahead, and as right once it is set; each change is reported once',
    async (by) => {
      ahead = by;
      expect([await watch.compare(), await watch.compare()]).toEqual([false, false]);
      expect(watch.isRight()).toBe(false);
      ahead = 0;
      expect([await watch.compare(), await watch.compare()]).toEqual([true, true]);
      expect(watch.isRight()).toBe(true);
      expect(changes).toEqual([expect.any(Number), null]);
      expect(Math.abs((changes[0] ?? 0) - by)).toBeLessThan(10_000);
    },
  );

  test('may differ by less than five seconds', async () => {
    ahead = 2000;
    expect(await watch.compare()).toBe(true);
  });

  test('counts as wrong as soon as it jumps, before the next comparison', async () => {
    await watch.compare();
    ahead = 60_000;
    expect(watch.isRight()).toBe(false);
    expect(await watch.compare()).toBe(false);
    ahead = 0;
    expect(watch.isRight()).toBe(false);
    expect(await watch.compare()).toBe(true);
    expect(watch.isRight()).toBe(true);
  });

  test('is judged without the time of the round trip', async () => {
    let steady = 0;
    const slow = watchClock(database.db, {
      clock: () => new Date(Date.now() - 9000),
      // With a round trip of twenty seconds no difference can be measured.
      steady: () => (steady += 20_000),
      onChange: (by) => changes.push(by),
      onFailure: () => {},
    });
    expect(await slow.compare()).toBe(true);
    slow.close();
  });
});
