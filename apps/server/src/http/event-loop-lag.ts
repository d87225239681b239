import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { every } from '../jobs/every.ts';
import { isHealthCall } from './health.ts';

const resolutionMs = 10;
const sampleMs = 1000;

/** Answers calls `busy` while the event loop lags by more than `mostLagMs`. It opens no file, so it works when file descriptors run out. */
export function refuseWhileLagging(app: FastifyInstance, mostLagMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let lag = 0;
  const stop = every(
    sampleMs,
    () => {
      // A second in which the loop was blocked has no measurement.
      lag = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - resolutionMs;
      delays.reset();
    },
    (error) => app.log.error({ err: error }, 'event loop lag'),
  );
  app.addHook('onClose', async () => {
    stop();
    delays.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => done(lag > mostLagMs && !isHealthCall(request) ? new Problem('busy') : undefined));
}
