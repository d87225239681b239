import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf } from './api.ts';
import { isHealthCall } from './health.ts';
import type { KnownSignIns } from './known-sign-ins.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route draws on the budget of calls in its own code, so that its requests are not counted here. */
    isCounted?: boolean;
  }
}

/** Hooks of providers, which repeat them until they are accepted: `/hooks/{provider}`. Deeper addresses are for anybody. */
const hookOfProvider = /^\/hooks\/[^/]+$/;

/** Requests without a budget: built files and hooks of providers. */
const isFree = ({ routeOptions, url }: FastifyRequest) =>
  (routeOptions.url === '/*' && !url.startsWith('/api/')) || url.startsWith('/assets/') || hookOfProvider.test(routeOptions.url ?? '');

/** Draws each request that is not a call of the contract from the budget of its address, or of its person if the sign-in is known. */
export function countOtherRequests(app: FastifyInstance, known: KnownSignIns, cookie: string): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isCounted || isFree(request) || isHealthCall(request)) return;
    known.take(tokenOf(request, cookie)?.signIn ?? null, request.ip);
  });
}
