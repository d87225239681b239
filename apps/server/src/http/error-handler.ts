import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../database/database-away.ts';
import type { SecurityLog } from './security-log.ts';

/** What Fastify itself refuses, in the words of the catalogue. */
const ownRefusals: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
};

/** The same by status, of its plugins: what may not be read is not there. */
const refusalsByStatus: Record<number, ProblemCode> = {
  400: 'invalid_input',
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_media_type',
};

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const refusal = ownRefusals[code] ?? refusalsByStatus[statusCode];
  return refusal && new Problem(refusal);
}

/** PostgreSQL quotes the whole row in `detail`, phone numbers too, and no log may hold those. */
function withoutRow(error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = '[left out]';
  return error;
}

const minuteMs = 60_000;
/** Seconds to wait before a refusal that passes may have passed, where the refusal itself does not know. */
const retryAfterByStatus: Record<number, number> = { 429: 60, 503: 5 };

/** The one place where a failure becomes an answer. Whatever is not a refusal is a defect: logged once, never shown raw. */
export function createFailureHandler(clock: () => Date, security?: SecurityLog) {
  let saidAwayAt = Number.NEGATIVE_INFINITY;
  /** Once a minute: while the database is away every call finds it so. */
  const sayAway = (error: unknown, request: FastifyRequest) => {
    const now = clock().getTime();
    if (now - saidAwayAt < minuteMs) return;
    saidAwayAt = now;
    request.log.error({ err: withoutRow(error) }, 'database away');
  };
  const refusalOf = (error: unknown, request: FastifyRequest): Problem => {
    const problem = problemOf(error);
    if (problem) return problem;
    if (isDatabaseAway(error)) {
      sayAway(error, request);
      return new Problem('busy');
    }
    request.log.error({ err: withoutRow(error), route: request.routeOptions.url }, 'defect');
    return new Problem('defect');
  };
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, code, message, to, retryAfter = retryAfterByStatus[status] } = refusalOf(error, request);
    security?.noteRefusal(code, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply
      .status(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ code, message, ...(to === undefined ? {} : { to }) });
  };
}
