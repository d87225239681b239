import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { describe, expect, test } from 'vitest';
import { budgets, openBudgets } from './budgets.ts';
import { openRedisLedger } from './redis-ledger.ts';

const url = process.env['REDIS_URL_TEST'];

test('a Redis that cannot be reached is reported at the start', async () => {
  await expect(openRedisLedger('redis://127.0.0.1:1', () => {})).rejects.toThrow('ECONNREFUSED');
});

// These tests need a Redis, and are skipped if none is named.
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

    test('a process that spent nothing learns that a budget is used up, while other budgets stay open', async () => {
      const failures: unknown[] = [];
      const fail = (error: unknown) => void failures.push(error);
      const now = new Date();
      const [locked, other] = [`9${randomUUID()}`, randomUUID()];
      const open = async () => openBudgets(await openRedisLedger(url, fail), () => now, fail);
      const [busy, idle] = await Promise.all([open(), open()]);
      const { most } = budgets.wrong_codes_of_number;
      for (let guess = 0; guess < most; guess += 1) busy.take('wrong_codes_of_number', locked);
      for (let guess = 0; guess < most - 1; guess += 1) busy.take('wrong_codes_of_number', other);
      await busy.share();
      await idle.share();
      expect([idle.spent('wrong_codes_of_number', locked), idle.take('wrong_codes_of_number', locked)]).toEqual([most, false]);
      expect(idle.take('wrong_codes_of_number', other)).toBe(true);
      await Promise.all([busy.close(), idle.close()]);
      expect(failures).toEqual([]);
    });

    test('entries of other programs or versions do not prevent the sharing', async () => {
      const failures: unknown[] = [];
      const other = randomUUID();
      const now = new Date();
      const ends_at = new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000);
      const client = createClient({ url });
      await client.connect();
      const usedUp = ['no JSON', 'null', '{}', '["a budget of another version",1]', '["begins"]', JSON.stringify(['begins', other])];
      await client.zAdd(
        'abhyas:budgets-used-up',
        usedUp.map((value) => ({ value, score: ends_at.getTime() })),
      );
      const one = openBudgets(
        await openRedisLedger(url, (error) => failures.push(error)),
        () => now,
        (error) => failures.push(error),
      );
      await one.share();
      expect(one.take('begins', other)).toBe(false);
      expect(failures).toEqual([]);
      await one.close();
      await client.zRem('abhyas:budgets-used-up', usedUp);
      client.destroy();
    });
  });
}
