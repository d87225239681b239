import { Problem } from '@abhyas/contract/problem';
import type { FastifyRequest } from 'fastify';

/** Own page, or an address typed in by hand. */
const ownSites = new Set(['same-origin', 'none']);

const originOf = (request: FastifyRequest, siteUrl: string | undefined) =>
  siteUrl ? new URL(siteUrl).origin : `${request.protocol}://${request.host}`;

/**
 * Lets a cookie sign in only what our own pages ask. A page names its origin or, reading, where it stands (`Sec-Fetch-Site`); a browser too old
 * for that says at least that it wants JSON, which no link or picture of another site can. A program brings a Bearer token, which no site can
 * make a browser send. Throws `foreign_origin`.
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
