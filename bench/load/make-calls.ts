import { Client } from 'undici';
import type { Call, CallsAnswer } from './load-job.ts';
import { timeLoops } from './timed.ts';

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * This number of clients, each over its own connection, make the calls in turn; with `everyMs` all clients together begin a call at most
 * that often. Throws on a refusal.
 */
export async function makeCalls(address: string, calls: readonly Call[], clients: number, everyMs = 0): Promise<CallsAnswer> {
  const waiting = calls.toReversed();
  const connections = Array.from({ length: clients }, () => new Client(address));
  const began = performance.now();
  let largest = 0;
  const answer = await timeLoops(
    clients,
    () => waiting.length === 0,
    async (loop, start) => {
      const call = waiting.pop();
      if (!call) return;
      const early = began + (calls.length - waiting.length - 1) * everyMs - performance.now();
      if (early > 0) await pause(early);
      start();
      const { path, token, body: fields } = call;
      const { statusCode, body } = await (connections[loop] as Client).request({
        method: fields ? 'POST' : 'GET',
        path: `/api${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'gzip, deflate, br',
          ...(fields ? { 'content-type': 'application/json' } : {}),
        },
        body: fields ? JSON.stringify(fields) : null,
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${bytes.toString()}`);
      largest = Math.max(largest, bytes.length);
    },
  );
  await Promise.all(connections.map((connection) => connection.close()));
  return { ...answer, largestKb: largest / 1000 };
}
