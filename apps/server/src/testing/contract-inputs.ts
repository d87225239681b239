import { type Endpoint, Id } from '@abhyas/contract/endpoint';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';

/** The part of JSON Schema that the contract uses. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** One input field of a call. */
export interface Field {
  name: string;
  place: 'address' | 'query' | 'body';
  schema: TSchema;
  isRequired: boolean;
}

export type Values = Record<string, unknown>;

/** Valid values for text fields with a certain format. */
const wellFormed: Values = { responses: '[]', visits: '[]', type: 'home' };

/** A text for each pattern. The walks ask for the same few at every call, and making one is slow. */
const textByPattern = new Map<string, string>();

function textOf(pattern: string): string {
  const known = textByPattern.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] ?? '';
  textByPattern.set(pattern, known);
  return known;
}

/** The smallest valid value of a schema. */
export function smallest(schema: TSchema): unknown {
  const json = schema as JsonSchema;
  if ('const' in json) return json.const;
  if (json.enum) return json.enum[0];
  if (json.anyOf?.[0]) return smallest(json.anyOf[0]);
  if (json.type === 'object') {
    return Object.fromEntries((json.required ?? []).map((name) => [name, smallest(json.properties?.[name] ?? {})]));
  }
  if (json.type === 'array') return Array.from({ length: json.minItems ?? 0 }, () => smallest(json.items ?? {}));
  if (json.type === 'integer' || json.type === 'number') return json.minimum ?? 0;
  if (json.type === 'boolean') return false;
  if (json.pattern) return textOf(json.pattern);
  if (json.format === 'date-time') return '2027-01-01T00:00:00.000Z';
  if (json.format === 'date') return '2027-01-01';
  return 'a'.repeat(json.minLength ?? 0);
}

/** All input fields of a call: path, query and body, and the version, which every call accepts. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  const place = endpoint.method === 'GET' ? 'query' : 'body';
  const { properties = {}, required = [] } = ((place === 'query' ? endpoint.query : endpoint.body) ?? {}) as JsonSchema;
  return [
    ...(endpoint.path.includes('{id}') ? [{ name: 'id', place: 'address' as const, schema: Id, isRequired: true }] : []),
    ...Object.entries(properties).map(
      ([name, schema]) => ({ name, place, schema: schema as TSchema, isRequired: required.includes(name) }) as const,
    ),
    { name: 'app_version', place, schema: Type.String(), isRequired: false },
  ];
}

/** Whether the field is an id in the database. */
export const isId = ({ schema }: Field) => {
  const { type, minimum, maximum } = schema as JsonSchema;
  const { minimum: least, maximum: most } = Id as JsonSchema;
  return type === 'integer' && minimum === least && maximum === most;
};

/** The smallest valid input of a call: every required field with its smallest value. */
export function smallestValues(endpoint: Endpoint): Values {
  const required = fieldsOf(endpoint).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map(({ name, schema }) => [name, 'enum' in schema ? smallest(schema) : (wellFormed[name] ?? smallest(schema))]),
  );
}

/** Invalid values of a schema, each with its fault. */
export function beyondLimits(schema: TSchema): [what: string, value: unknown][] {
  const { enum: members, minimum, maximum, minLength, maxLength, pattern, format } = schema as JsonSchema;
  return [
    ...(members ? [['not a member', 4711] as [string, unknown]] : []),
    ...(minimum === undefined ? [] : [['too small', minimum - 1] as [string, unknown]]),
    ...(maximum === undefined ? [] : [['too large', maximum + 1] as [string, unknown]]),
    ...(minLength ? [['too short', 'a'.repeat(minLength - 1)] as [string, unknown]] : []),
    ...(maxLength === undefined ? [] : [['too long', 'a'.repeat(maxLength + 1)] as [string, unknown]]),
    ...(pattern ? [['of another pattern', '  '] as [string, unknown]] : []),
    ...(format === 'date-time' ? [['a leap second', '2026-12-31T23:59:60Z'] as [string, unknown]] : []),
  ];
}

/** A request with these fields; undefined fields are left out. */
export function requestOf(endpoint: Endpoint, values: Values): InjectOptions & { url: string } {
  const given = fieldsOf(endpoint).filter(({ name }) => values[name] !== undefined);
  const at = (place: Field['place']) => given.filter((field) => field.place === place).map(({ name }) => [name, values[name]] as const);
  const address = Object.fromEntries(at('address'));
  const url = `/api${endpoint.path.replace('{id}', encodeURIComponent(String(address['id'])))}`;
  if (endpoint.method === 'POST') return { method: 'POST', url, payload: Object.fromEntries(at('body')) };
  const query = at('query').flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]));
  return { method: 'GET', url: query.length > 0 ? `${url}?${new URLSearchParams(query as [string, string][]).toString()}` : url };
}
