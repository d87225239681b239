import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { Right } from './institute/rights.ts';

type Method = 'GET' | 'POST';
type Route = `${Method} /${string}`;
type ParamsOf<R extends string> = R extends `${string}{id}${string}` ? { id: number } : Record<never, never>;

/**
 * Who may call: `anyone`, a person who is signed in, an audience of `access.ts`, or staff whose membership in use has the right.
 * Of which institute, the sign-in says and never a field of the call.
 */
export type Access = 'anyone' | 'signed_in' | 'student' | 'trainee' | 'subscriber' | 'notified' | { readonly staff: Right };

/**
 * How far a sign-in reaches: the whole `account`; or, made with the code of an institute, that one `membership`, and with `only_way` what a person
 * needs who has no other way to sign in.
 */
export const reaches = ['account', 'only_way', 'membership'] as const;
export type Reach = (typeof reaches)[number];

/** Header in which the site repeats the institute of the page (0 for none), so that a tab left open does not write into another one. */
export const INSTITUTE_HEADER = 'x-institute';

interface Shape<Q extends TObject | undefined, B extends TObject | undefined, A extends TSchema, X extends Access> {
  /** Default: `student`. */
  access?: X;
  /** The least that a sign-in reaches that may make the call. Default: `account`. A call that anyone may make asks nothing. */
  reach?: Reach;
  query?: Q;
  body?: B;
  response: A;
  /** What the call does, in a line of the API description; else the words of its name. */
  summary?: string;
  /** More of it, where a line does not do. */
  description?: string;
  /** What `{id}` of the path is: 'The paper.' */
  id?: string;
  /** Refusals of this call beyond those that every call may give. */
  refusals?: readonly ProblemCode[];
  /** Asked again and again: carries an ETag, and is answered 304 while nothing has changed. */
  isPolled?: boolean;
  /** Bytes that a body may have, where 1 MiB is too little. */
  bodyLimit?: number;
}

/** One call of the API: everything that web, server, documentation and tests know about it. */
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
  bodyLimit: number | undefined;
}

type Fields<S> = S extends TObject ? Static<S> : Record<never, never>;

/** A thing that a schema describes: `Value<typeof User>`. */
export type Value<S extends TSchema> = Static<S>;

/** What a caller hands in: address, query and body fields side by side. */
export type Input<E> = E extends Endpoint<infer R, infer Q, infer B, TSchema> ? ParamsOf<R> & Fields<Q> & Fields<B> : never;

/** What the call answers with status 200. */
export type Answer<E extends Endpoint> = Static<E['response']>;

/** Declares a call: `endpoint('GET /student_app/{id}/get_report', { query, response })`. Paths stand below `/api`. */
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
    bodyLimit: shape.bodyLimit,
  };
}

/** An identifier in the database. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** A moment, as ISO 8601 text in UTC. */
export const Moment = Type.String({ format: 'date-time' });
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Success = { success: Type.Literal(true) };

/** Names an enumeration of numbers, and each number, in the API description. */
export const namesOf = (title: string, values: Record<string, number>) => ({ title, 'x-enum-varnames': Object.keys(values) });

/** Text that is JSON itself, of the shape given. */
export const JsonText = (contentSchema: TSchema, maxLength: number) =>
  Type.String({ maxLength, contentMediaType: 'application/json', contentSchema });
