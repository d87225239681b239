import { type Answer, type Endpoint, INSTITUTE_HEADER, type Input } from '@abhyas/contract/endpoint';
import { Problem, type ProblemCode, problems } from '@abhyas/contract/problem';
import type { Pattern } from '@abhyas/exam/institute/sentence';
import { learnServerTime } from './clock.ts';
import {
  forgetEarlyAnswers,
  type HeardAnswer,
  keepEnclosedAnswer,
  takeArrivedAnswer,
  takeEarlyAnswer,
  takeEnclosedAnswer,
} from './early-answers.ts';
import { translated } from './language.ts';
import { currentUser, instituteOfPage, signInNumber } from './user.ts';

/**
 * Answers with an ETag, by person and address, so that the server need not send an unchanged answer again. They are kept until the page
 * closes.
 */
const tagged = new Map<string, { tag: string; text: string }>();

const API_BASE = '/api';
/** Sent with every call, so that the server knows the build of the page. */
export const APP_VERSION = import.meta.env?.VITE_APP_VERSION ?? '1';

const TIMEOUT = import.meta.env?.MODE === 'staging' ? 20_000 : 40_000;
const callTimeout = Number(import.meta.env?.VITE_CALL_TIMEOUT) || TIMEOUT;

/** The fixed text for an action that needs a network while there is none. */
export const OFFLINE_WORDS = /*i18n*/ 'You seem to be offline. Try connecting to the internet and try again later.';

/** The fault tests run in Node, which has no `navigator`. */
const isOffline = () => globalThis.navigator?.onLine === false;

/** The server could not be reached, or did not answer in time. Whether it acted is unknown. */
export class NetworkFailure extends Error {
  readonly timedOut: boolean;
  constructor(timedOut: boolean, cause: unknown) {
    super(isOffline() ? OFFLINE_WORDS : /*i18n*/ 'Network error, please try again after sometime.', { cause });
    this.name = 'NetworkFailure';
    this.timedOut = timedOut;
  }
}

export interface CallOptions {
  /** Lets the request outlive the page. The body must stay under 64 KiB. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Called after an answer with the ms that the server took by its own clock; null if it did not say. */
  onServerMs?: (ms: number | null) => void;
}

/**
 * Makes one call of the API. Throws a `Problem` with the server's message if the server refuses, a `NetworkFailure` if it cannot be reached
 * or is too slow, and the signal's reason if the caller gives up.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Answer<E>> {
  const { url, body } = requestOf(endpoint, input as Fields);
  const timeout = AbortSignal.timeout(callTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  if (endpoint.method === 'POST') forgetEarlyAnswers();
  const enclosed = takeEnclosedAnswer(url);
  if (enclosed !== undefined) return enclosed as Answer<E>;
  const asking = signInNumber();
  try {
    const early = takeEarlyAnswer(url);
    const ask = () => fetchAnswer(endpoint, url, body, options, signal);
    const heard = await (early ? orAborted(early, signal) : ask());
    // The person has signed in again since the call was sent. The server refused the earlier sign-in and did nothing.
    const isOutdated = heard.response.status === 401 && signInNumber() !== asking;
    const last = isOutdated ? await ask() : heard;
    const answer = readAnswer(last) as Answer<E>;
    options.onServerMs?.(serverMsOf(last.response));
    return answer;
  } catch (failure) {
    if (failure instanceof Problem || failure instanceof NetworkFailure || options.signal?.aborted) throw failure;
    throw new NetworkFailure(timeout.aborted, failure);
  }
}

/** Stores an API response that came inside another one, for the call that the next screen makes. */
export function answerAhead<E extends Endpoint>(endpoint: E, input: Input<E>, answer: Answer<E>): void {
  keepEnclosedAnswer(requestOf(endpoint, input as Fields).url, answer);
}

/** The response to a call that the page's head made, if it has arrived and is not a refusal. Otherwise undefined. */
export function arrivedAnswer<E extends Endpoint>(endpoint: E, input: Input<E>): Answer<E> | undefined {
  const heard = takeArrivedAnswer(requestOf(endpoint, input as Fields).url);
  try {
    return heard && (readAnswer(heard) as Answer<E>);
  } catch {
    return undefined;
  }
}

/** Discards the answers of the person who has logged out. */
export const forgetTagged = (): void => tagged.clear();

function readAnswer({ response, text, sentAt, receivedAt }: HeardAnswer): unknown {
  readServerTime(response, sentAt, receivedAt);
  heedOldestSite(response);
  const answer = readJson(text);
  if (response.ok && answer !== undefined) return answer;
  // The response is not the server's, such as the sign-in page of a hotel network, or it was cut short.
  // not translated: for developers
  if (response.ok) throw new NetworkFailure(false, 'No JSON in a good answer');
  throw problemOf(response.status, answer);
}

async function fetchAnswer(
  { method }: Endpoint,
  url: string,
  body: string | null,
  { keepalive = false }: CallOptions,
  signal: AbortSignal,
): Promise<HeardAnswer> {
  const sentAt = performance.now();
  const institute = instituteOfPage();
  const tagName = `${currentUser()?.id ?? 0} ${url}`;
  const kept = tagged.get(tagName);
  const headers = {
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(institute === undefined ? {} : { [INSTITUTE_HEADER]: String(institute) }),
    ...(kept ? { 'if-none-match': kept.tag } : {}),
  };
  const response = await fetch(url, { method, credentials: 'same-origin', headers, body, keepalive, signal });
  const receivedAt = performance.now();
  if (response.status === 304 && kept)
    return { response: new Response(null, { headers: response.headers }), text: kept.text, sentAt, receivedAt };
  const text = await response.text();
  const tag = response.headers.get('etag');
  if (tag && response.ok) tagged.set(tagName, { tag, text });
  return { response, text, sentAt, receivedAt };
}

/** Resolves as `work` does, but rejects as soon as the signal aborts, even though the work was started without the signal. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  if (!signal.aborted) await Promise.race([work, aborted]);
  signal.throwIfAborted();
  return work;
}

/** The fields of the contract's queries and bodies. */
type Fields = Record<string, string | number | boolean | undefined>;

function requestOf(endpoint: Endpoint, input: Fields): { url: string; body: string | null } {
  const { id, ...others } = input;
  const isIdInPath = endpoint.path.includes('{id}');
  const path = API_BASE + (isIdInPath ? endpoint.path.replace('{id}', encodeURIComponent(String(id))) : endpoint.path);
  const fields = isIdInPath || id === undefined ? others : input;
  if (endpoint.method === 'POST') return { url: path, body: JSON.stringify({ ...fields, app_version: APP_VERSION }) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  query.set('app_version', APP_VERSION);
  return { url: `${path}?${query}`, body: null };
}

/** Called with the number of the oldest site version that the server supports. */
let onTooOld: (() => void) | null = null;
export const whenTooOld = (act: () => void): void => void (onTooOld = act);

function heedOldestSite(response: Response): void {
  const oldest = Number(response.headers.get('oldest-site') ?? 0);
  const own = Number(APP_VERSION);
  if (oldest > 0 && Number.isFinite(own) && own < oldest) onTooOld?.();
}

function serverMsOf(response: Response): number | null {
  const ms = /;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1];
  return ms === undefined ? null : Number(ms);
}

function readServerTime(response: Response, sentAt: number, receivedAt: number): void {
  const serverTime = Number(response.headers.get('server-time') ?? Number.NaN);
  if (Number.isFinite(serverTime)) learnServerTime(serverTime, sentAt, receivedAt);
}

/** The body as JSON; undefined if it is not JSON, such as the page of a gateway. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isProblemCode = (code: unknown): code is ProblemCode => typeof code === 'string' && Object.hasOwn(problems, code);

/** The code by HTTP status, for refusals without a known code, which come from a gateway or a newer server. */
const codeByStatus: Record<number, ProblemCode> = {
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  410: 'premium_needed',
  413: 'too_large',
  429: 'too_many_requests',
  500: 'defect',
};

/** Refusals that came without a message, such as the page of a gateway. */
const wordless = new WeakSet<Error>();

/** The server's own message about a failed call; undefined if there is none, or if it only reports a defect. */
export const serverWords = (failure: unknown): string | undefined =>
  failure instanceof Problem && failure.code !== 'defect' && !wordless.has(failure) ? failure.message : undefined;

/** The pattern and words of a message, if the answer has them. */
function readPatterns(said: unknown): Pattern[] {
  const { pattern, words } = (typeof said === 'object' && said !== null ? said : {}) as { pattern?: unknown; words?: unknown };
  if (typeof pattern !== 'string' || typeof words !== 'object' || words === null) return [];
  return [{ pattern, words: Object.fromEntries(Object.entries(words).map(([gap, word]) => [gap, String(word)])) }];
}

/** The refusal, with its message in the language of the interface. */
function problemOf(status: number, answer: unknown): Problem {
  const { code, message, said, to } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    code?: unknown;
    message?: unknown;
    said?: unknown;
    to?: unknown;
  };
  const place = typeof to === 'string' ? to : undefined;
  const text = typeof message === 'string' && message !== '' ? message : undefined;
  const known = isProblemCode(code) ? code : (codeByStatus[status] ?? (status >= 500 || status < 400 ? 'busy' : 'invalid_input'));
  const problem = new Problem(known, text && translated(text, readPatterns(said)), undefined, isProblemCode(code) ? place : undefined);
  if (text === undefined) wordless.add(problem);
  return problem;
}
