import { createClient } from '@redis/client';
import type { Ledger } from './budgets.ts';

const connectMs = 2000;
const mostWaitMs = 5000;

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
      return spendings.map((_spending, at) => Number(answers[at * 2]));
    },
    close: async () => client.destroy(),
  };
}
