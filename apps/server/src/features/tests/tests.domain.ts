import type { Domain } from '../domain.ts';
import { seatRoutes } from './seats/seats.routes.ts';
import { sessionJobs } from './sessions/sessions.jobs.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { testCodeRoutes } from './test-codes/test-codes.routes.ts';

export const tests: Domain = {
  routes: ({ secret }) => [...sessionRoutes(secret), ...seatRoutes, ...testCodeRoutes(secret)],
  jobs: [...sessionJobs],
};
