import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { budgets, openBudgets } from './budgets.ts';
import { openRedisLedger } from './redis-ledger.ts';

const url = process.env['REDIS_URL_TEST'];

test('a Redis that is not there is said at the start', async () => {
  await expect(openRedisLedger('redis://127.0.0.1:1', () => {})).rejects.toThrow('ECONNREFUSED');
});

// Only where a Redis is named is there anything to try.
if (url) {
  describe('in Redis', () => {
    test('processes share a budget', async () => {
      const failures: unknown[] = [];
      const holder = randomUUID();
      const clock = () => new Date();
      const open = async () =>
        openBudgets(await openRedisLedger(url, (error) => failures.push(error)), clock, (error) => failures.push(error));
      const [one, two] = await Promise.all([open(), open()]);
      for (let taken = 0; taken < 80; taken += 1) one.take('begins', holder);
      for (let taken = 0; taken < 30; taken += 1) two.take('begins', holder);
      await one.share();
      await two.share();
      expect(two.spent('begins', holder)).toBe(110);
      expect(two.take('begins', holder, budgets.begins.most - 109)).toBe(false);
      await Promise.all([one.close(), two.close()]);
      expect(failures).toEqual([]);
    });
  });
}
