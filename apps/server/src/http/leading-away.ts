import { Problem } from '@abhyas/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { Person } from '../context.ts';

/** Redirects of students instead of a response (307 and 406: docs/product.md). */
export interface LeadingAway {
  /** Hosts to which a browser may be redirected. */
  siteHosts: readonly string[];
  /** The institute's test that the student is sitting; null without one. */
  pendingTestOf(student: Person): Promise<number | null>;
}

/**
 * Throws the redirect that the student's institute requires: 307 to the app, if only the app may be used, or to a test in progress; 406 to
 * the institute's own host. Calls of a test itself are never redirected. The app and other programs send no `Sec-Fetch-Site`.
 */
export async function leadAway(
  { siteHosts, pendingTestOf }: LeadingAway,
  request: FastifyRequest,
  student: Person,
  isOfTest: boolean,
): Promise<void> {
  const settings = student.membership?.settings;
  if (!settings || isOfTest || request.headers['sec-fetch-site'] === undefined) return;
  if (settings.only_mobile_access) throw new Problem('only_mobile', {}, undefined, '/mobile_redirection');
  const { domain } = settings;
  if (domain && domain !== request.host && siteHosts.includes(domain))
    throw new Problem('other_domain', {}, undefined, `${request.protocol}://${domain}/`);
  const pending = settings.forces_pending_test ? await pendingTestOf(student) : null;
  if (pending !== null) throw new Problem('pending_test', {}, undefined, `/test/${pending}`);
}
