import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../database/database-away.ts';
import { StorageFault } from '../integrations/storage/storage.ts';
import type { SecurityLog } from './security-log.ts';

/** Refusals of Fastify itself, by the code of the catalogue. */
const ownRefusals: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
};

/** Refusals of Fastify's plugins by status; a forbidden file is not found. */
const refusalsByStatus: Record<number, ProblemCode> = {
  400: 'invalid_input',
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_media_type',
};

/** Messages of the form reader, which gives no code: the form breaks off, or its boundary is missing or too long. */
const brokenForm = /unexpected end of multipart data|Boundary not found|needle cannot/i;

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof Error && brokenForm.test(error.message)) return new Problem('invalid_input');
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const refusal = ownRefusals[code] ?? refusalsByStatus[statusCode];
  return refusal && new Problem(refusal);
}

/** Removes `detail`, in which PostgreSQL quotes the whole row with phone numbers, which no log may contain. */
function withoutRow(error: unknown): unknown {
  if (error instanceof Error && 'detail' in error) error.detail = '[left out]';
  return error;
}

/** Error codes of the system and of PostgreSQL for a full disk. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The system's error codes for an unusable folder: read-only, broken, locked, or no longer mounted. */
const folderCodes = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENOTCONN', 'ENODEV']);
const codeOf = (error: unknown) => (error instanceof Error ? String((error as { code?: unknown }).code) : '');

/** Failures outside this process: the name in the log, and the refusal for the caller. */
function outageOf(error: unknown): [string, ProblemCode] | undefined {
  if (fullCodes.has(codeOf(error))) return ['disk full', 'storage_full'];
  // The storage is checked first, because a refused connection as the cause would count as a failure of the database.
  if (error instanceof StorageFault || folderCodes.has(codeOf(error))) return ['storage away', 'storage_away'];
  return isDatabaseAway(error) ? ['database away', 'busy'] : undefined;
}

const minuteMs = 60_000;
/** Seconds to wait after a temporary refusal that does not name a time. */
const retryAfterByStatus: Record<number, number> = { 429: 60, 503: 5 };

/** Turns every failure into a response. An error that is not a refusal is a defect: logged once, never shown. */
export function createFailureHandler(clock: () => Date, security?: SecurityLog) {
  const saidAt = new Map<string, number>();
  /** Logs at most once a minute, because every call fails while the database is away. */
  const say = (what: string, error: unknown, request: FastifyRequest) => {
    const now = clock().getTime();
    if (now - (saidAt.get(what) ?? Number.NEGATIVE_INFINITY) < minuteMs) return;
    saidAt.set(what, now);
    request.log.error({ err: withoutRow(error) }, what);
  };
  const refusalOf = (error: unknown, request: FastifyRequest): Problem => {
    const problem = problemOf(error);
    if (problem) return problem;
    const outage = outageOf(error);
    if (outage) {
      say(outage[0], error, request);
      return new Problem(outage[1]);
    }
    request.log.error({ err: withoutRow(error), route: request.routeOptions.url }, 'defect');
    return new Problem('defect');
  };
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, code, message, said, to, retryAfter = retryAfterByStatus[status] } = refusalOf(error, request);
    security?.noteRefusal(code, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply
      .status(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ code, message, ...(said && { said }), ...(to === undefined ? {} : { to }) });
  };
}
