import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { audiences, isWithinReach } from '@abhyas/contract/institute/access';
import { type Access, INSTITUTE_HEADER } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { Problem } from '@abhyas/contract/problem';
import { needsSecondFactor } from '@abhyas/contract/institute/rights';
import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TProperties, Type } from 'typebox';
import {
  type CallContext,
  type Context,
  type CookieName,
  type Person,
  requireRight,
  requireAudience,
  type SignedInContext,
  type SignInKey,
  type StaffCallContext,
  type StudentContext,
} from '../context.ts';
import { type Budgets, holderOfAddress } from '../budgets/budgets.ts';
import { attachmentHeader } from '../integrations/storage/storage.ts';
import { leadAway, type LeadingAway } from './leading-away.ts';
import { refuseForeignSite } from './foreign-site.ts';
import { type KnownSignIns, nameOf } from './known-sign-ins.ts';
import { isTooComplex } from './json-text.ts';
import type { SecurityLog } from './security-log.ts';
import { Download, Redirect, type Route, SplicedAnswer } from './serve.ts';
import { splice } from './spliced-json.ts';
import { signInKeyOf } from './token.ts';
import { compileValidator } from './validator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, as far as it was asked before the call was read. */
    admitted: { signIn: SignInKey | null; caller: Person | null; holder: string };
  }
}

export interface ApiOptions {
  contextOf: () => Context;
  /** The person who signed in there; null when nobody is. */
  authenticate(context: Context, signIn: SignInKey): Promise<Person | null>;
  /** Whether a sign-in lasts that came in the place of this one. */
  hasSuccessor(context: Context, signIn: SignInKey): Promise<boolean>;
  /** Origin of the site where it is not the host that the request names. */
  siteUrl: string | undefined;
  isUnderMaintenance: boolean | ((now: Date) => boolean);
  /** Where students are led by what their institute asks; nowhere without it. */
  leading?: LeadingAway;
  /** The oldest site that this server still understands. */
  oldestSite?: number;
  /** Staff pass a second factor before their first act. */
  requiresSecondFactor?: boolean;
  budgets: Budgets;
  known: KnownSignIns;
  security: SecurityLog;
}

const isHttps = (siteUrl: string | undefined) => siteUrl?.startsWith('https:') ?? false;

/** What an answer tells the browser of itself: not a page, not to be kept, and for our own pages only. */
const headersOf = (siteUrl: string | undefined) => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(isHttps(siteUrl) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Names of the cookies: bound to the host where the site is reached over https. */
export const cookieNames = (siteUrl: string | undefined): Record<CookieName, string> => {
  const token = isHttps(siteUrl) ? '__Host-abhyas' : 'abhyas';
  return { token, former: `${token}-former`, request: `${token}-request`, device: `${token}-device`, google: `${token}-google` };
};

/** How long a refused token is remembered: longer than any call of before is on its way. */
const formerSeconds = 3600;

/** A token as a request brings it. */
export interface Token {
  signIn: SignInKey | null;
  isCookie: boolean;
}

export function tokenOf(request: FastifyRequest, cookie: string): Token | null {
  const bearer = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
  const token = bearer ?? request.cookies[cookie];
  return token ? { signIn: signInKeyOf(token), isCookie: bearer === undefined } : null;
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

/** The fields that the contract lists: the version of the site is none, and a handler that stores what it gets would find no column for it. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {
    ...(request.query as object),
    ...(request.body as object | null),
    ...(request.params as object),
  };
  delete input['app_version'];
  return input;
}

const unpack = promisify(gunzip);

/** Past the reply's own sending, which takes one body: a paper is written as it is kept, not copied for every student. */
async function sendSpliced(reply: FastifyReply, { shared, own }: SplicedAnswer, fields: Record<string, unknown>, now: Date) {
  const parts = splice(shared, reply.compileSerializationSchema(fields)(own).slice(1));
  const accepts = String(reply.request.headers['accept-encoding'] ?? '').includes('gzip');
  const body = accepts ? parts : [await unpack(Buffer.concat(parts))];
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

/** Names what an answer holds, and says whether the caller has it. */
function isKnown(request: FastifyRequest, reply: FastifyReply, answer: unknown): boolean {
  const tag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  return request.headers['if-none-match'] === tag;
}

/** Calls of a test under way, which nothing leads away from. */
const ofTest =
  /\/(get_test_questions|get_test_instructions|find_or_create_session_item|upload_student_responses|send_answer_file|lock_test_by_otp|unlock_test_by_otp)$/;

/** A page that was opened under another membership neither reads nor writes in this one. Programs send no such header. */
function requireInstitute(header: string | string[] | undefined, { institute_id }: Person): void {
  if (header !== undefined && header !== String(institute_id ?? 0)) throw new Problem('other_institute');
}

/** Staff pass a second factor; guardians, who read of their own children alone, do not. */
const asksSecondFactor = (access: Access) => typeof access === 'object' && needsSecondFactor(access.staff);

/** Throws unless this person may make the call, from the page that it comes from. */
function requireAccess({ endpoint }: Route, caller: Person, institute: string | string[] | undefined): void {
  const { access } = endpoint;
  if (!isWithinReach(endpoint, caller.reach)) throw new Problem('beyond_institute_code');
  if (access === 'anyone' || access === 'signed_in') return;
  requireInstitute(institute, caller);
  if (typeof access === 'object') requireRight(caller, access.staff);
  else requireAudience(caller, access);
}

/** What the handler of a call works in, after who may call was checked. */
function contextFor(
  { endpoint: { access } }: Route,
  context: CallContext,
  caller: Person | null,
): CallContext | SignedInContext | StudentContext | StaffCallContext {
  if (!caller) return context;
  if (access === 'anyone' || access === 'signed_in') return { ...context, caller };
  if (typeof access === 'object') return { ...context, caller, actor: requireRight(caller, access.staff) };
  return { ...context, caller, student: caller };
}

/** What was answered before and has not changed is not sent again. The browser keeps it, and asks each time. */
function answerUnchanged(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
  const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'cookie, authorization');
  if (request.headers['if-none-match'] !== etag) return done(null, payload);
  reply.code(304);
  return done(null, '');
}

/** Registers every route below the prefix it is called with. Refuses to start when a contract entry has no handler. */
export function registerApi(
  app: FastifyInstance,
  routes: readonly Route[],
  {
    contextOf,
    authenticate,
    hasSuccessor,
    siteUrl,
    isUnderMaintenance,
    leading,
    oldestSite = 0,
    requiresSecondFactor = false,
    budgets,
    known,
    security,
  }: ApiOptions,
): void {
  const served = new Set(routes.map(({ endpoint }) => endpoint.route));
  const missing = Object.values(endpoints).filter(({ route }) => !served.has(route));
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ route }) => route).join(', ')}`);

  app.decorateRequest('admitted');
  const names = cookieNames(siteUrl);
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(siteUrl) } as const;
  app.setValidatorCompiler(compileValidator);
  // What a form of another site can send without asking is not taken at all.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isTooComplex(body)) done(new Problem('invalid_input'));
    else void readJson(request, body, done);
  });
  const headers = headersOf(siteUrl);
  // Hooks without a promise: each would cost every call a turn of the event loop.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    if (oldestSite > 0) reply.header('oldest-site', oldestSite);
    const isDown = typeof isUnderMaintenance === 'boolean' ? isUnderMaintenance : isUnderMaintenance(contextOf().now);
    done(isDown ? new Problem('maintenance') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('server-time', contextOf().now.getTime());
    done(null, payload);
  });

  const forget = (reply: FastifyReply, name: CookieName) => {
    reply.clearCookie(names[name], cookieOptions);
    // Pictures of questions do not stay for whoever uses the browser next. Browsers take this over https only.
    if (name === 'token' && isHttps(siteUrl)) reply.header('clear-site-data', '"cache"');
  };
  /**
   * The cookie of a token goes with the answer that refuses it, unless its browser has signed in anew since. What else is kept for a sign-in under
   * way, or for a device, stays.
   */
  const forgetRefused = async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> => {
    const token = error instanceof Problem && error.code === 'not_signed_in' ? tokenOf(request, names.token) : null;
    if (!token?.isCookie || (token.signIn && (await hasSuccessor(contextOf(), token.signIn)))) return;
    forget(reply, 'token');
    if (token.signIn)
      reply.setCookie(names.former, token.signIn.token_hash.toString('base64url'), { ...cookieOptions, maxAge: formerSeconds });
  };

  for (const route of routes) {
    const { endpoint } = route;
    const fields = { ...Type.Partial(endpoint.response) };
    const admit = async (request: FastifyRequest) => {
      const token = tokenOf(request, names.token);
      refuseForeignSite(request, siteUrl, token?.isCookie ?? false);
      const signIn = token?.signIn ?? null;
      const earlier = known.take(signIn, request.ip);
      const isChecked = route.signIn === 'first';
      const caller = isChecked && signIn ? await authenticate(contextOf(), signIn) : null;
      if (endpoint.access !== 'anyone' && (!signIn || (isChecked && !caller))) throw new Problem('not_signed_in');
      if (caller) requireAccess(route, caller, request.headers[INSTITUTE_HEADER]);
      if (caller && requiresSecondFactor && asksSecondFactor(endpoint.access) && !caller.hasSecondFactor)
        throw new Problem('second_factor_needed');
      if (caller && leading && typeof endpoint.access === 'string' && endpoint.access in audiences)
        await leadAway(leading, request, caller, ofTest.test(endpoint.path));
      if (caller && !earlier && !budgets.take('calls', caller.id)) throw new Problem('too_many_requests');
      if (caller && signIn) known.learn(signIn, String(caller.id));
      const holder = earlier ?? (caller ? String(caller.id) : signIn ? nameOf(signIn) : holderOfAddress(request.ip));
      if (route.spends && !budgets.take(route.spends, holder)) throw new Problem('too_many_requests');
      request.admitted = { signIn, caller, holder };
    };
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace('{id}', ':id'),
      schema: schemaOf(route),
      ...(endpoint.isPolled ? { onSend: answerUnchanged } : {}),
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // Before the body is read: what nobody signed in sent is not worth reading.
      onRequest: (request, reply, done) =>
        void admit(request).then(
          () => done(),
          (error: Error) => forgetRefused(request, reply, error).then(() => done(error), done),
        ),
      handler: async (request, reply) => {
        const { signIn, caller, holder } = request.admitted;
        const context: CallContext = {
          ...contextOf(),
          caller: null,
          signIn,
          userAgent: request.headers['user-agent'],
          address: request.ip,
          holder,
          budgets,
          isProgram: request.headers['sec-fetch-site'] === undefined,
          cookies: {
            get: (name) => request.cookies[names[name]],
            set: (name, value, seconds) => {
              if (value === null) forget(reply, name);
              else reply.setCookie(names[name], value, { ...cookieOptions, maxAge: seconds });
            },
          },
          note: (event, person) => security.note(event, request, person),
          report: (fault) => request.log.warn({ route: request.routeOptions.url }, fault),
        };
        const input = inputOf(request);
        const answer = await route.handle(input, contextFor(route, context, caller)).catch(async (error: unknown) => {
          await forgetRefused(request, reply, error);
          throw error;
        });
        // The handler's own statement has found somebody signed in.
        if (signIn && route.signIn === 'statement') known.learn(signIn, String(signIn.user_id));
        if (answer instanceof Redirect) return reply.header('cache-control', 'no-store').redirect(answer.address);
        if (answer instanceof Download)
          return reply
            .header('cache-control', 'no-store')
            .header('content-disposition', attachmentHeader(answer.file_name))
            .type(answer.media_type)
            .send(answer.stream);
        if (answer instanceof SplicedAnswer) return sendSpliced(reply, answer, fields, context.now);
        return route.isTagged && isKnown(request, reply, answer) ? reply.status(304).send() : answer;
      },
    });
  }
}
