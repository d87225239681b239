import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClockWatch } from '../jobs/clock-watch.ts';
import { type Database, type DatabaseState, stateWithin } from '../database/open.ts';

/** Milliseconds after which a database counts as unreachable. */
const longestLookMs = 2000;

const addresses = ['/healthz', '/readyz'];

/** Addresses of health checks, which get a response even while calls are refused. */
export const isHealthCall = ({ routeOptions }: FastifyRequest): boolean => addresses.includes(routeOptions.url ?? '');

interface HealthParts {
  db: Database;
  clock: ClockWatch;
  /** Whether the process is stopping. */
  isStopping(): boolean;
}

/**
 * `/healthz`: the process is alive. `/readyz`: it takes calls. Calls that arrive while its clock is wrong are refused as busy, because it
 * would set wrong deadlines, and pages would follow its clock.
 */
export function registerHealth(app: FastifyInstance, { db, clock, isStopping }: HealthParts): void {
  let looking: Promise<DatabaseState> | undefined;
  // Simultaneous checks share one statement, so that nobody can keep the database busy.
  const lookAtDatabase = () => (looking ??= stateWithin(longestLookMs, db).finally(() => (looking = undefined)));

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const state = { ...(await lookAtDatabase()), clock: clock.isRight(), stopping: isStopping() };
    const ready = state.database && state.writable && state.clock && !state.stopping;
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...state });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall = /^\/(api|hooks)\//.test(request.url);
    done(isCall && !clock.isRight() ? new Problem('busy') : undefined);
  });
}
