import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { every } from '../jobs/every.ts';

const resolutionMs = 10;
const sampleMs = 1000;

/** Answers calls `busy` while the event loop lags by more than so many milliseconds. It opens no file, so it works when no more can be opened. */
export function refuseWhileLagging(app: FastifyInstance, mostLagMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let lag = 0;
  const stop = every(
    sampleMs,
    () => {
      // Nothing was measured in a second in which the loop stood still.
      lag = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - resolutionMs;
      delays.reset();
    },
    (error) => app.log.error({ err: error }, 'event loop lag'),
  );
  app.addHook('onClose', async () => {
    stop();
    delays.disable();
  });
  app.addHook('onRequest', (_request, _reply, done) => done(lag > mostLagMs ? new Problem('busy') : undefined));
}
