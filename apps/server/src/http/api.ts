import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { INSTITUTE_HEADER } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { Problem } from '@abhyas/contract/problem';
import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type CallContext,
  type Context,
  type Person,
  requireRight,
  requireStudent,
  type SignedInContext,
  type StaffCallContext,
  type StudentContext,
} from '../context.ts';
import { CompressedAnswer, type Route } from './serve.ts';

const monthSeconds = 30 * 86_400;

export interface ApiOptions {
  contextOf: () => Context;
  /** The person whose token has this hash; null when nobody is signed in with it. */
  authenticate(context: Context, tokenHash: Buffer): Promise<Person | null>;
  /** Origin of the site where it is not the host that the request names. */
  siteUrl: string | undefined;
  isUnderMaintenance: boolean;
}

const isHttps = (siteUrl: string | undefined) => siteUrl?.startsWith('https:') ?? false;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** What an answer tells the browser of itself: not a page, not to be kept, and for our own pages only. */
const headersOf = (siteUrl: string | undefined) => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(isHttps(siteUrl) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Name of the cookie: bound to the host where the site is reached over https. */
const cookieName = (siteUrl: string | undefined) => (isHttps(siteUrl) ? '__Host-abhyas' : 'abhyas');

function tokenOf(request: FastifyRequest, cookie: string): Buffer | null {
  const bearer = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
  const token = bearer ?? request.cookies[cookie];
  return token ? hashOf(token) : null;
}

/** Changing calls come from our own pages, or from programs, which send no Origin. */
function refuseForeignOrigin(request: FastifyRequest, siteUrl: string | undefined): void {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin !== undefined ? origin !== (siteUrl ? new URL(siteUrl).origin : `http://${host}`) : site === 'cross-site';
  if (isForeign) throw new Problem('foreign_origin');
}

const version = { app_version: Type.Optional(Type.String({ maxLength: 40 })) };
const withVersion = (schema: { properties: TProperties } | undefined) => Type.Object({ ...schema?.properties, ...version });

function schemaOf({ endpoint }: Route): FastifySchema {
  const hasId = endpoint.path.includes('{id}');
  return {
    ...(hasId ? { params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }) } : {}),
    ...(endpoint.method === 'GET' ? { querystring: withVersion(endpoint.query) } : { body: withVersion(endpoint.body) }),
    response: { 200: endpoint.response },
  };
}

/** PostgreSQL stores no NUL, and no person types one. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);

/** What a field of an address may stand for: the text itself, a number in digits, or a truth value. */
function readingsOf(text: unknown): unknown[] {
  if (typeof text !== 'string') return [text];
  return [text, ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
}

/** Addresses carry text, so their values are read from it, never guessed; bodies are JSON and are taken as they are. */
function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  const validator = Compile(schema as TSchema);
  const fields = Object.entries((schema as { properties?: TProperties }).properties ?? {}).map(
    ([name, field]) => [name, Compile(field)] as const,
  );
  const read = (texts: Record<string, unknown>) => {
    const values = { ...texts };
    for (const [name, field] of fields) {
      if (name in texts) values[name] = readingsOf(texts[name]).find((value) => field.Check(value)) ?? texts[name];
    }
    return values;
  };
  return (data: unknown) => {
    const value = httpPart === 'body' ? data : read(data as Record<string, unknown>);
    if (validator.Check(value) && !holdsNul(value)) return { value };
    const place = validator.Errors(value)[0]?.instancePath.slice(1);
    return { error: new Problem('invalid_input', place ? `That request was not understood: ${place}.` : undefined) };
  };
}

/** Past the reply's own sending, which takes one body: a paper is written as it is kept, not copied for every student. */
function sendCompressed(reply: FastifyReply, { parts }: CompressedAnswer, now: Date) {
  const accepts = String(reply.request.headers['accept-encoding'] ?? '').includes('gzip');
  const body = accepts ? parts : [gunzipSync(Buffer.concat(parts))];
  reply.header('server-time', now.getTime()).header('vary', 'accept-encoding').type('application/json; charset=utf-8');
  if (accepts) reply.header('content-encoding', 'gzip');
  reply.header(
    'content-length',
    body.reduce((bytes, part) => bytes + part.length, 0),
  );
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  for (const part of body) raw.write(part);
  raw.uncork();
  raw.end();
  return reply;
}

/** A page that was opened under another membership neither reads nor writes in this one. Programs send no such header. */
function requireInstitute(header: string | string[] | undefined, { institute_id }: Person): void {
  if (header !== undefined && header !== String(institute_id ?? 0)) throw new Problem('other_institute');
}

/** What the handler of a call works in, after who may call was checked. */
function admit(
  { endpoint: { access } }: Route,
  context: CallContext,
  caller: Person | null,
  institute: string | string[] | undefined,
): CallContext | SignedInContext | StudentContext | StaffCallContext {
  if (!caller || access === 'anyone') return context;
  if (access === 'signed_in') return { ...context, caller };
  requireInstitute(institute, caller);
  if (access !== 'student') return { ...context, caller, actor: requireRight(caller, access.staff) };
  requireStudent(caller);
  return { ...context, caller, student: caller };
}

/** Registers every route below the prefix it is called with. Refuses to start when a contract entry has no handler. */
export function registerApi(
  app: FastifyInstance,
  routes: readonly Route[],
  { contextOf, authenticate, siteUrl, isUnderMaintenance }: ApiOptions,
): void {
  const served = new Set(routes.map(({ endpoint }) => endpoint.route));
  const missing = Object.values(endpoints).filter(({ route }) => !served.has(route));
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ route }) => route).join(', ')}`);

  const cookie = cookieName(siteUrl);
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(siteUrl) } as const;
  app.setValidatorCompiler(compileValidator);
  // What a form of another site can send without asking is not taken at all.
  app.removeContentTypeParser('text/plain');
  const headers = headersOf(siteUrl);
  // Hooks without a promise: each would cost every call a turn of the event loop.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done(isUnderMaintenance ? new Problem('maintenance') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('server-time', contextOf().now.getTime());
    done(null, payload);
  });

  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace('{id}', ':id'),
      schema: schemaOf(route),
      handler: async (request, reply) => {
        if (endpoint.method === 'POST') refuseForeignOrigin(request, siteUrl);
        const tokenHash = tokenOf(request, cookie);
        const context: CallContext = {
          ...contextOf(),
          caller: null,
          tokenHash,
          address: request.ip,
          setToken: (token: string | null) => {
            if (token === null) reply.clearCookie(cookie, cookieOptions);
            else reply.setCookie(cookie, token, { ...cookieOptions, maxAge: monthSeconds });
          },
        };
        const isChecked = endpoint.access !== 'anyone' && route.signIn === 'first';
        const caller = isChecked && tokenHash ? await authenticate(context, tokenHash) : null;
        if (endpoint.access !== 'anyone' && (!tokenHash || (isChecked && !caller))) throw new Problem('not_signed_in');
        const input = { ...(request.query as object), ...(request.body as object | null), ...(request.params as object) };
        const answer = await route.handle(input, admit(route, context, caller, request.headers[INSTITUTE_HEADER]));
        return answer instanceof CompressedAnswer ? sendCompressed(reply, answer, context.now) : answer;
      },
    });
  }
}
