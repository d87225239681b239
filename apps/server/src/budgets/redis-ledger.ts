import { createClient } from '@redis/client';
import type { Ledger } from './budgets.ts';

const connectMs = 2000;
const mostWaitMs = 5000;

/** Adds up in Redis. While it is away each process counts alone, and tells what it counted later. */
export async function openRedisLedger(url: string, onFailure: (error: unknown) => void): Promise<Ledger> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: (tries) => Math.min(tries * 200, mostWaitMs) },
    commandOptions: { timeout: connectMs },
  });
  client.on('error', onFailure);
  await client.connect();
  return {
    charge: async (spendings) => {
      const many = client.multi();
      for (const { budget, holder, amount, ends_at } of spendings) {
        const key = `abhyas:budget:${budget}:${holder}:${ends_at.getTime()}`;
        many.incrBy(key, amount).pExpireAt(key, ends_at.getTime());
      }
      const answers = await many.execAsPipeline();
      return spendings.map((_spending, at) => Number(answers[at * 2]));
    },
    close: async () => client.destroy(),
  };
}
