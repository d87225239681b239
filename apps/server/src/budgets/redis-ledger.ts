import { createClient } from '@redis/client';
import { budgets, type BudgetName, type Ledger } from './budgets.ts';

const connectMs = 2000;
const mostWaitMs = 5000;
/** Budgets that are used up, as JSON, by when they end. */
const usedUpKey = 'abhyas:budgets-used-up';
const mostUsedUp = 10_000;

/** Adds up in Redis, which must be there at the start. While it is away later each process counts alone, and tells what it counted after. */
export async function openRedisLedger(url: string, onFailure: (error: unknown) => void): Promise<Ledger> {
  let wasThere = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: (tries, cause) => (wasThere ? Math.min(tries * 200, mostWaitMs) : cause) },
    commandOptions: { timeout: connectMs },
  });
  client.on('error', onFailure);
  await client.connect();
  wasThere = true;
  return {
    charge: async (spendings) => {
      const many = client.multi();
      for (const { budget, holder, amount, ends_at } of spendings) {
        const key = `abhyas:budget:${budget}:${holder}:${ends_at.getTime()}`;
        many.incrBy(key, amount).pExpireAt(key, ends_at.getTime());
      }
      const answers = await many.execAsPipeline();
      const totals = spendings.map((_spending, at) => Number(answers[at * 2]));
      const ended = spendings.flatMap(({ budget, holder, ends_at }, at) =>
        (totals[at] ?? 0) >= budgets[budget].most ? { score: ends_at.getTime(), value: JSON.stringify([budget, holder]) } : [],
      );
      if (ended.length > 0) await client.zAdd(usedUpKey, ended);
      return totals;
    },
    usedUp: async (now) => {
      await client.zRemRangeByScore(usedUpKey, '-inf', now.getTime());
      const found = await client.zRangeWithScores(usedUpKey, 0, mostUsedUp - 1);
      return found.map(({ value, score }) => {
        const [budget, holder] = JSON.parse(value) as [BudgetName, string];
        return { budget, holder, amount: budgets[budget].most, ends_at: new Date(score) };
      });
    },
    close: async () => client.destroy(),
  };
}
