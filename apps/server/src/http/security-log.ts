import type { ProblemCode } from '@abhyas/contract/problem';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { SecurityEvent } from '../context.ts';

/** Refusals that suggest an attempt at unauthorised access. */
const telling: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not_signed_in',
  'not_allowed',
  'foreign_origin',
  'wrong_code',
  'wrong_word',
  'wrong_move_code',
  'code_expired',
  'too_many_requests',
]);

/** Security events are logged at every log level, because a missing event cannot be recovered later. */
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
