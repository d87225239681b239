import { Problem } from '@abhyas/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { Person } from '../context.ts';

/** Where a student is led instead of being answered: spec 1, section 6. */
export interface LeadingAway {
  /** Hosts of ours that a browser may be led to. */
  siteHosts: readonly string[];
  /** The institute's test that the student is sitting; null for none. */
  pendingTestOf(student: Person): Promise<number | null>;
}

/**
 * Throws the redirect that the student's institute asks for: 307 to the app, where only the app may be used, and to a test under way; 406 to the
 * institute's own host. Calls of a test itself are never led away. The app and other programs send no `Sec-Fetch-Site`.
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
