import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { Right } from './institute/rights.ts';

type Method = 'GET' | 'POST';
type Route = `${Method} /${string}`;
type ParamsOf<R extends string> = R extends `${string}{id}${string}` ? { id: number } : Record<never, never>;

/**
 * Who may call: `anyone`, a person who is signed in, an audience of `access.ts`, or staff whose membership in use has the right.
 * The institute is always that of the sign-in, never a field of the call.
 */
export type Access = 'anyone' | 'signed_in' | 'student' | 'trainee' | 'subscriber' | 'notified' | { readonly staff: Right };

/**
 * The reach of a sign-in. A sign-in by phone or Google reaches the whole `account`, one with an institute's code that `membership` only.
 * `only_way` adds the calls for a person who has no other way to sign in.
 */
export const reaches = ['account', 'only_way', 'membership'] as const;
export type Reach = (typeof reaches)[number];

/**
 * Header in which the site sends the institute of the page (0 for none), so that a page left open does not write into another institute.
 */
export const INSTITUTE_HEADER = 'x-institute';

interface Shape<Q extends TObject | undefined, B extends TObject | undefined, A extends TSchema, X extends Access> {
  /** Default: `student`. */
  access?: X;
  /** The least reach of a sign-in that may make the call. Default: `account`. Ignored when `access` is `anyone`. */
  reach?: Reach;
  query?: Q;
  body?: B;
  response: A;
  /** A description of the call in one line, for the API description. Default: the words of the call's name. */
  summary?: string;
  /** More about the call, if the summary is not enough. */
  description?: string;
  /** The meaning of `{id}` in the path: 'The paper.' */
  id?: string;
  /** Refusals that this call can give, apart from those that every call can give. */
  refusals?: readonly ProblemCode[];
  /** Whether pages repeat the call. The response then has an ETag, and the status is 304 while nothing has changed. */
  isPolled?: boolean;
  /**
   * Whether the call is open to a student under 18 before a guardian agrees. Of calls for everybody who is signed in, only reading ones are
   * open by themselves: until then the server stores what signing in needs, and no more.
   */
  isBeforeConsent?: boolean;
  /** Whether the call belongs to a test in progress. Its answer then never redirects the student away from the test. */
  isOfTest?: boolean;
  /** The most bytes of a body, if 1 MiB is too little. */
  bodyLimit?: number;
}

/** One call of the API. Web, server, documentation and tests all read this description. */
export interface Endpoint<
  R extends Route = Route,
  Q extends TObject | undefined = TObject | undefined,
  B extends TObject | undefined = TObject | undefined,
  A extends TSchema = TSchema,
  X extends Access = Access,
> {
  route: R;
  method: Method;
  path: string;
  access: X;
  reach: Reach;
  query: Q;
  body: B;
  response: A;
  summary: string | undefined;
  description: string | undefined;
  id: string | undefined;
  refusals: readonly ProblemCode[];
  isPolled: boolean;
  isBeforeConsent: boolean;
  isOfTest: boolean;
  bodyLimit: number | undefined;
}

type Fields<S> = S extends TObject ? Static<S> : Record<never, never>;

/** The TypeScript type of a schema: `Value<typeof User>`. */
export type Value<S extends TSchema> = Static<S>;

/** The input of a call: fields of path, query and body in one object. */
export type Input<E> = E extends Endpoint<infer R, infer Q, infer B, TSchema> ? ParamsOf<R> & Fields<Q> & Fields<B> : never;

/** The response of a call with status 200. */
export type Answer<E extends Endpoint> = Static<E['response']>;

/** Declares a call: `endpoint('GET /student_app/{id}/get_report', { query, response })`. Paths are relative to `/api`. */
export function endpoint<
  R extends Route,
  A extends TSchema,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  const X extends Access = 'student',
>(route: R, shape: Shape<Q, B, A, X>): Endpoint<R, Q, B, A, X> {
  const [method, path] = route.split(' ') as [Method, string];
  return {
    route,
    method,
    path,
    access: shape.access ?? ('student' as X),
    reach: shape.reach ?? 'account',
    query: shape.query as Q,
    body: shape.body as B,
    response: shape.response,
    summary: shape.summary,
    description: shape.description,
    id: shape.id,
    refusals: shape.refusals ?? [],
    isPolled: shape.isPolled ?? false,
    isBeforeConsent: shape.isBeforeConsent ?? (method === 'GET' && shape.access === 'signed_in'),
    isOfTest: shape.isOfTest ?? false,
    bodyLimit: shape.bodyLimit,
  };
}

/** An identifier in the database. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** A time, as ISO 8601 text in UTC. */
export const Moment = Type.String({ format: 'date-time' });
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Success = { success: Type.Literal(true) };

/** The pattern of an English sentence with gaps, and the words in them. A page says the sentence in its reader's language by it. */
export const Pattern = Type.Object({ pattern: Type.String(), words: Type.Record(Type.String(), Type.String()) });

/** Schema fields that give an enumeration of numbers a name in the API description, and a name to each number. */
export const namesOf = (title: string, values: Record<string, number>) => ({ title, 'x-enum-varnames': Object.keys(values) });

/** Text that contains JSON of the given shape. */
export const JsonText = (contentSchema: TSchema, maxLength: number) =>
  Type.String({ maxLength, contentMediaType: 'application/json', contentSchema });
