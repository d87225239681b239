import { createClient } from '@redis/client';
import { budgets, type BudgetName, type Ledger } from './budgets.ts';

const connectMs = 2000;
const mostWaitMs = 5000;
/** Used-up budgets as JSON, sorted by their end. */
const usedUpKey = 'abhyas:budgets-used-up';
const mostUsedUp = 10_000;

const isBudget = (name: unknown): name is BudgetName => typeof name === 'string' && Object.hasOwn(budgets, name);

/** The names in an entry; none if another program or version wrote the entry. */
function namesIn(value: string): unknown[] {
  try {
    const names: unknown = JSON.parse(value);
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
}

/**
 * The ledger in Redis, which must be reachable at the start. During a later outage each process counts alone, and reports its count
 * afterwards.
 */
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
      return found.flatMap(({ value, score }) => {
        const [budget, holder] = namesIn(value);
        return isBudget(budget) && typeof holder === 'string'
          ? [{ budget, holder, amount: budgets[budget].most, ends_at: new Date(score) }]
          : [];
      });
    },
    close: async () => client.destroy(),
  };
}
