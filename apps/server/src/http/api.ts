import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { audiences, isWithinReach } from '@abhyas/contract/institute/access';
import { type Endpoint, INSTITUTE_HEADER } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { Problem } from '@abhyas/contract/problem';
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
import { HeldAmounts } from './connections.ts';
import { leadAway, type LeadingAway } from './leading-away.ts';
import { refuseForeignSite } from './foreign-site.ts';
import { type KnownSignIns, nameOf } from './known-sign-ins.ts';
import { isTooComplex } from './json-text.ts';
import { PersonTurns } from './person-turns.ts';
import type { SecurityLog } from './security-log.ts';
import { Download, Redirect, type Route, SplicedAnswer } from './serve.ts';
import { splice } from './spliced-json.ts';
import { signInKeyOf } from './token.ts';
import { validatorCompiler } from './lazy-compilers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Leaves out the headers of pages. */
    helmet?: { skipRoute: true };
  }
  interface FastifyRequest {
    /** The facts about the caller that are known before the body is read. */
    admitted: {
      /** When the caller was checked, in ms since 1970. */
      at: number;
      signIn: SignInKey | null;
      caller: Person | null;
      holder: string;
      /** The key of the address, which is the holder of calls without a valid sign-in. */
      address: string;
      /** Whether the call has a sign-in that its own statement checks, and that no earlier call has proved. */
      isUnchecked: boolean;
    };
  }
}

export interface ApiOptions {
  contextOf: () => Context;
  /** The person of the sign-in; null if nobody is signed in. */
  authenticate(context: Context, signIn: SignInKey): Promise<Person | null>;
  /** Whether a sign-in that replaced this one is still valid. */
  hasSuccessor(context: Context, signIn: SignInKey): Promise<boolean>;
  /** Origin of the site, if it differs from the host of the request. */
  siteUrl: string | undefined;
  isUnderMaintenance: boolean | ((now: Date) => boolean);
  /** Whether responses may contain the server's time, which pages rely on. */
  isClockRight(): boolean;
  /** Redirects of students by the rules of their institute; none when absent. */
  leading?: LeadingAway;
  /** The oldest version of the site that this server still supports. */
  oldestSite?: number;
  budgets: Budgets;
  known: KnownSignIns;
  security: SecurityLog;
}

const isHttps = (siteUrl: string | undefined) => siteUrl?.startsWith('https:') ?? false;

/** Headers of every response: it is not a page, must not be cached, and is for our own pages only. */
const headersOf = (siteUrl: string | undefined) => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(isHttps(siteUrl) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Names of the cookies, which over https are bound to the host. */
export const cookieNames = (siteUrl: string | undefined): Record<CookieName, string> => {
  const token = isHttps(siteUrl) ? '__Host-abhyas' : 'abhyas';
  return { token, former: `${token}-former`, request: `${token}-request`, device: `${token}-device`, google: `${token}-google` };
};

/** How long a refused token is remembered: longer than an earlier call can be on its way. */
const formerSeconds = 3600;

/** The token of a request. */
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

/**
 * Keeps only the fields of the contract, each from its place in the contract, because the address of a POST is not checked. The site's
 * version is not among them, because a handler that stores all fields would have no column for it.
 */
function inputOf(request: FastifyRequest, { method }: Endpoint): Record<string, unknown> {
  const input: Record<string, unknown> = {
    ...((method === 'GET' ? request.query : request.body) as object | null),
    ...(request.params as object),
  };
  delete input['app_version'];
  return input;
}

const unpack = promisify(gunzip);

/** Writes the parts of a response directly, because `send` takes one body: a cached paper would be copied for every student. */
async function sendSpliced(reply: FastifyReply, { shared, own, written }: SplicedAnswer, fields: Record<string, unknown>, now: Date) {
  const members = Object.entries(written).map(([name, text]) => `${JSON.stringify(name)}:${text},`);
  const parts = splice(shared, members.join('') + reply.compileSerializationSchema(fields)(own).slice(1));
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

/** Refuses calls of a page that was opened under another membership. Programs do not send this header. */
function requireInstitute(header: string | string[] | undefined, { institute_id }: Person): void {
  if (header !== undefined && header !== String(institute_id ?? 0)) throw new Problem('other_institute');
}

/** Throws unless this person may make the call from the page that sent it. */
function requireAccess({ endpoint }: Route, caller: Person, institute: string | string[] | undefined): void {
  const { access } = endpoint;
  if (!isWithinReach(endpoint, caller.reach)) throw new Problem('beyond_institute_code');
  if (access === 'signed_in' && !endpoint.isBeforeConsent && caller.type === 'Student' && caller.consent === 'missing')
    throw new Problem('consent_needed');
  if (access === 'anyone' || access === 'signed_in') return;
  requireInstitute(institute, caller);
  if (typeof access === 'object') requireRight(caller, access.staff);
  else requireAudience(caller, access);
}

/** The context of a call's handler, after the checks of the caller. */
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

/**
 * Says how long the server took, from the moment in which the whole request was there. Only in calls of a test, where a page tells slow
 * servers from slow networks: elsewhere the time would help to guess codes.
 */
async function timed<T>(reply: FastifyReply, answering: Promise<T>): Promise<T> {
  const began = reply.elapsedTime;
  const answer = await answering;
  if (!reply.sent) reply.header('server-timing', `app;dur=${(reply.elapsedTime - began).toFixed(1)}`);
  return answer;
}

/** Does not send an unchanged response again. The site keeps it with its ETag while the page is open. */
function answerUnchanged(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return done(null, payload);
  reply.code(304);
  return done(null, '');
}

/** PostgreSQL's code for a foreign key that refers to a missing row. */
const foreignKeyViolation = '23503';

/** A caller who was checked longer ago than this is checked again before the call is carried out. */
const longestAdmissionMs = 1000;
/** The most bytes in request bodies that a person, or an address without a sign-in, may send at once: four of the largest rosters. */
const mostBytesUnderWay = 16 * 1024 * 1024;
/** The most bytes that an address may send at once under sign-ins that are not checked yet: 64 kB for each student of a hall of 2,000. */
const mostUncheckedBytes = 128 * 1024 * 1024;

/** Registers every route below its prefix. Throws if a contract entry has no handler. */
export function registerApi(
  app: FastifyInstance,
  routes: readonly Route[],
  {
    contextOf,
    authenticate,
    hasSuccessor,
    siteUrl,
    isUnderMaintenance,
    isClockRight,
    leading,
    oldestSite = 0,
    budgets,
    known,
    security,
  }: ApiOptions,
): void {
  const served = new Set(routes.map(({ endpoint }) => endpoint.route));
  const missing = Object.values(endpoints).filter(({ route }) => !served.has(route));
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ route }) => route).join(', ')}`);

  app.decorateRequest('admitted');
  const turns = new PersonTurns();
  const bodies = new HeldAmounts(mostBytesUnderWay);
  const uncheckedBodies = new HeldAmounts(mostUncheckedBytes);
  const names = cookieNames(siteUrl);
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(siteUrl) } as const;
  app.setValidatorCompiler(validatorCompiler);
  // Media types that a form of another site can send without a preflight are not accepted at all.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isTooComplex(body)) done(new Problem('invalid_input'));
    else void readJson(request, body, done);
  });
  const headers = headersOf(siteUrl);
  // Hooks use callbacks, because each promise would cost every call a turn of the event loop.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    if (oldestSite > 0) reply.header('oldest-site', oldestSite);
    const isDown = typeof isUnderMaintenance === 'boolean' ? isUnderMaintenance : isUnderMaintenance(contextOf().now);
    done(isDown ? new Problem('maintenance') : undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClockRight()) reply.header('server-time', contextOf().now.getTime());
    done(null, payload);
  });

  const forget = (reply: FastifyReply, name: CookieName) => {
    reply.clearCookie(names[name], cookieOptions);
    // Clears pictures of questions from the cache for the next user of the browser. Browsers accept this over https only.
    if (name === 'token' && isHttps(siteUrl)) reply.header('clear-site-data', '"cache"');
  };
  /**
   * Removes the cookie of a refused token in the response, unless the browser has signed in again since. Other cookies, of a sign-in under
   * way or of the device, stay.
   */
  const forgetRefused = async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> => {
    const token = error instanceof Problem && error.code === 'not_signed_in' ? tokenOf(request, names.token) : null;
    if (!token?.isCookie || (token.signIn && (await hasSuccessor(contextOf(), token.signIn)))) return;
    forget(reply, 'token');
    if (token.signIn)
      reply.setCookie(names.former, token.signIn.token_hash.toString('base64url'), { ...cookieOptions, maxAge: formerSeconds });
  };
  /** The error of a call; `not_signed_in` if the call waited for the deletion of its own account, and then found no row to refer to. */
  const orGone = async (error: unknown, signIn: SignInKey | null): Promise<unknown> => {
    if ((error as { code?: unknown }).code !== foreignKeyViolation || !signIn) return error;
    return (await authenticate(contextOf(), signIn)) ? error : new Problem('not_signed_in');
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
      if (caller && leading && typeof endpoint.access === 'string' && endpoint.access in audiences)
        await leadAway(leading, request, caller, endpoint.isOfTest);
      if (caller && !earlier && !budgets.take('calls', caller.id)) throw new Problem('too_many_requests');
      if (caller && signIn) known.learn(signIn, String(caller.id));
      const address = holderOfAddress(request.ip);
      const isUnchecked = signIn !== null && !isChecked && earlier === undefined;
      // Anybody can invent tokens, so a token that the check refused counts as none.
      const holder = earlier ?? (caller ? String(caller.id) : isUnchecked ? nameOf(signIn) : address);
      if (route.spends && !budgets.take(route.spends, holder)) throw new Problem('too_many_requests');
      request.admitted = { at: contextOf().now.getTime(), signIn, caller, holder, address, isUnchecked };
    };
    /** The caller, checked again if the body or the person's earlier calls took long: rights may have ended meanwhile. */
    const callerNow = async ({ admitted: { at, signIn, caller }, headers: sent }: FastifyRequest): Promise<Person | null> => {
      const context = contextOf();
      if (!caller || !signIn || context.now.getTime() - at < longestAdmissionMs) return caller;
      const again = await authenticate(context, signIn);
      if (!again && endpoint.access !== 'anyone') throw new Problem('not_signed_in');
      if (again) requireAccess(route, again, sent[INSTITUTE_HEADER]);
      return again;
    };
    const mostOfBody = endpoint.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    /** Counts the announced size of the body until the response is sent. Returns a refusal if the caller is already sending too much. */
    const holdBody = (
      { headers, admitted: { holder, address, isUnchecked } }: FastifyRequest,
      reply: FastifyReply,
    ): Problem | undefined => {
      const announced = Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : mostOfBody));
      const bytes = Math.min(announced, mostOfBody);
      if (!bodies.take(holder, bytes)) return new Problem('too_many_requests');
      reply.raw.once('close', () => bodies.release(holder, bytes));
      if (!isUnchecked) return undefined;
      if (!uncheckedBodies.take(address, bytes)) return new Problem('too_many_requests');
      reply.raw.once('close', () => uncheckedBodies.release(address, bytes));
      return undefined;
    };
    const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
      const { signIn, holder } = request.admitted;
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
      const input = inputOf(request, endpoint);
      const answer = await callerNow(request)
        .then((caller) => route.handle(input, contextFor(route, context, caller)))
        .catch(async (thrown: unknown) => {
          const error = await orGone(thrown, signIn);
          await forgetRefused(request, reply, error);
          throw error;
        });
      // The handler's own statement has found a valid sign-in.
      if (signIn && route.signIn === 'statement') known.learn(signIn, String(signIn.user_id));
      if (answer instanceof Redirect) return reply.header('cache-control', 'no-store').redirect(answer.address);
      if (answer instanceof Download)
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', attachmentHeader(answer.file_name))
          .type(answer.media_type)
          .send(answer.stream);
      if (answer instanceof SplicedAnswer) return sendSpliced(reply, answer, fields, context.now);
      return answer;
    };
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace('{id}', ':id'),
      // The headers of pages are computed for each response; calls have their own.
      config: { isCounted: true, helmet: { skipRoute: true } },
      schema: schemaOf(route),
      ...(endpoint.isPolled ? { onSend: answerUnchanged } : {}),
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // Checked before the body is read, because the body of a caller without a sign-in is not worth reading.
      onRequest: (request, reply, done) =>
        void admit(request).then(
          () => done(holdBody(request, reply)),
          (error: Error) => forgetRefused(request, reply, error).then(() => done(error), done),
        ),
      handler: (request, reply) => {
        const { holder, address } = request.admitted;
        const answering = holder === address ? answerTo(request, reply) : turns.run(holder, () => answerTo(request, reply));
        return endpoint.isOfTest ? timed(reply, answering) : answering;
      },
    });
  }
}
