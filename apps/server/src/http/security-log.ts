import type { ProblemCode } from '@abhyas/contract/problem';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { SecurityEvent } from '../context.ts';

/** Refusals that tell of somebody at a door that is not theirs. */
const telling: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not_signed_in',
  'not_allowed',
  'foreign_origin',
  'wrong_code',
  'code_expired',
  'too_many_requests',
]);

/** Security events are written whatever the level of the log: one that is asked for afterwards is not there. */
export interface SecurityLog {
  note(event: SecurityEvent, request: FastifyRequest, person?: number): void;
  noteRefusal(code: ProblemCode, request: FastifyRequest): void;
}

export function openSecurityLog(log: FastifyBaseLogger): SecurityLog {
  const events = log.child({ kind: 'security' }, { level: 'info' });
  const write = (event: string, request: FastifyRequest, person: number | undefined) =>
    events.info({ event, person, address: request.ip, route: request.routeOptions.url }, 'security');
  return {
    note: write,
    noteRefusal: (code, request) => {
      if (telling.has(code)) write(code, request, request.admitted?.caller?.id);
    },
  };
}
