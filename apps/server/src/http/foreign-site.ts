import { Problem } from '@abhyas/contract/problem';
import type { FastifyRequest } from 'fastify';

/** Requests of our own pages, and addresses typed by hand. */
const ownSites = new Set(['same-origin', 'none']);

const originOf = (request: FastifyRequest, siteUrl: string | undefined) =>
  siteUrl ? new URL(siteUrl).origin : `${request.protocol}://${request.host}`;

/**
 * Accepts a cookie only with requests of our own pages. A browser sends `Origin` or, with GET, `Sec-Fetch-Site`; an older one at least an
 * `Accept` header for JSON, which no link or picture of another site can send. A program sends a Bearer token, which no site can make a
 * browser send. Throws `foreign_origin`.
 */
export function refuseForeignSite(request: FastifyRequest, siteUrl: string | undefined, usesCookie: boolean): void {
  const { origin, accept = '' } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && origin !== originOf(request, siteUrl)) throw new Problem('foreign_origin');
  if (site !== undefined && !ownSites.has(String(site))) throw new Problem('foreign_origin');
  if (!usesCookie || origin !== undefined) return;
  const isOurs = request.method === 'GET' && (site !== undefined || accept.includes('application/json'));
  if (!isOurs) throw new Problem('foreign_origin');
}
