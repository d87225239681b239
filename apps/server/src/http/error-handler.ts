import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** What Fastify itself refuses, in the words of the catalogue. */
const ownRefusals: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
  FST_UNDER_PRESSURE: 'busy',
};

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const code = ownRefusals[(error as FastifyError).code];
  if (code) return new Problem(code);
  return (error as FastifyError).statusCode === 400 ? new Problem('invalid_input') : undefined;
}

/** The one place where a failure becomes an answer. Whatever is not a refusal is a defect: logged once, never shown raw. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error);
  if (!problem) request.log.error({ err: error, route: request.routeOptions.url }, 'defect');
  const { status, code, message } = problem ?? new Problem('defect');
  return reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send({ code, message });
}
