import * as attempts from '@abhyas/contract/tests/attempts';
import * as bookmarks from '@abhyas/contract/practice/bookmarks';
import { brand } from '@abhyas/contract/institute/brand';
import * as catalogue from '@abhyas/contract/bank/catalogue';
import * as contract from '@abhyas/contract/endpoint';
import type { Endpoint } from '@abhyas/contract/endpoint';
import { endpointsByFeature } from '@abhyas/contract/endpoints';
import * as home from '@abhyas/contract/site/home';
import * as identity from '@abhyas/contract/institute/identity';
import * as notifications from '@abhyas/contract/institute/notifications';
import * as papers from '@abhyas/contract/tests/papers';
import { Problem, type ProblemCode, problems } from '@abhyas/contract/problem';
import * as questions from '@abhyas/contract/bank/questions';
import * as reports from '@abhyas/contract/reports/session-reports';
import { applicationFields, applicationLengths, applicationLimits } from '@abhyas/contract/site/public-pages';
import * as uploads from '@abhyas/contract/reports/uploads';
import { Type } from 'typebox';

type Json = Record<string, unknown>;

const modules = [contract, catalogue, questions, papers, attempts, uploads, home, identity, reports, bookmarks, notifications];
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: unknown): value is Json =>
  isRecord(value) && ['type', 'anyOf', 'enum'].some((word) => word in value) && !('route' in value);

/** Names of the contract's exported schemas by their JSON, for references from other schemas. */
const named = new Map(
  modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && isSchema(value))
      .map(([name, value]) => [JSON.stringify(value), name] as const),
  ),
);

/** A schema in the document, with references for named parts. */
function shown(schema: unknown, isTop = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => shown(part));
  if (!isRecord(schema)) return schema;
  const name = isTop ? undefined : named.get(JSON.stringify(schema));
  if (name) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, key === 'enum' ? value : shown(value)]));
}

const jsonOf = (schema: unknown, more: Json = {}) => ({ content: { 'application/json': { schema, ...more } } });

/** Refusals that every call can give. */
const always: readonly ProblemCode[] = ['defect', 'maintenance', 'busy', 'storage_away', 'storage_full', 'too_many_requests'];
const ofBodies: readonly ProblemCode[] = ['foreign_origin', 'too_large', 'wrong_media_type'];

function refusalsOf({ access, method, path, query, body, refusals }: Endpoint): ProblemCode[] {
  const hasInput = query !== undefined || body !== undefined || path.includes('{id}');
  return [
    ...new Set<ProblemCode>([
      ...(hasInput ? (['invalid_input'] as const) : []),
      ...(access === 'anyone' ? [] : (['not_signed_in'] as const)),
      ...(typeof access === 'string' && access !== 'anyone' && access !== 'signed_in' ? (['not_registered'] as const) : []),
      ...(access === 'anyone' || access === 'signed_in' ? [] : (['not_allowed'] as const)),
      ...(path.includes('{id}') ? (['not_found'] as const) : []),
      ...(method === 'POST' ? ofBodies : []),
      ...refusals,
      ...always,
    ]),
  ];
}

/** The refusals of a call by status, each with its message. */
function refusalResponses(endpoint: Endpoint): Json {
  const listed = refusalsOf(endpoint);
  const statuses = [...new Set(listed.map((code) => problems[code][0]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = listed.filter((code) => problems[code][0] === status);
      const properties = {
        code: { type: 'string', enum: codes },
        message: { type: 'string', description: 'The message for the person.' },
        said: shown(contract.Pattern),
      };
      const examples = Object.fromEntries(
        codes.map((code) => [code, { summary: problems[code][1], value: { code, message: new Problem(code).message } }]),
      );
      const headers = status === 429 || status === 503 ? { headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } } : {};
      const schema = { type: 'object', required: ['code', 'message'], properties };
      return [String(status), { description: `Refused: ${codes.join(', ')}`, ...headers, ...jsonOf(schema, { examples }) }];
    }),
  );
}

/** 'getTestInstructions': 'Get test instructions'. For calls without a summary. */
const wordsOf = (name: string) => {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const versionParameter = { $ref: '#/components/parameters/AppVersion' };

function parametersOf({ path, query, id }: Endpoint): unknown[] {
  const properties = (query?.properties ?? {}) as Record<string, Json>;
  const required = (query as { required?: string[] } | undefined)?.required ?? [];
  return [
    ...(path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, description: id ?? 'The object of the call.', schema: shown(contract.Id) }]
      : []),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(schema['description'] ? { description: schema['description'] } : {}),
      schema: shown(schema),
    })),
  ];
}

/** The only call whose body is a form with a file, and which is therefore not an entry of the contract. */
const uploadApplication = contract.endpoint('POST /static_pages/upload_application', {
  summary: 'Apply for a job with a resume',
  access: 'anyone',
  body: Type.Object({
    ...Object.fromEntries(
      applicationFields.map((field) => [`attachment[${field}]`, Type.String({ maxLength: applicationLengths[field] })]),
    ),
    resume: Type.String({
      contentMediaType: 'application/pdf',
      description: `A PDF of at most ${applicationLimits.resumeBytes / 1024 / 1024} MB.`,
    }),
  }),
  response: Type.Object({ success: Type.Literal(true), message: Type.String() }),
});

function operationOf(name: string, tag: string, endpoint: Endpoint, bodyType = 'application/json'): Json {
  const { access, method, body, response, summary = wordsOf(name), description } = endpoint;
  const parameters = [...parametersOf(endpoint), ...(method === 'GET' ? [versionParameter] : [])];
  return {
    operationId: name,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    security: access === 'anyone' ? [] : [{ cookie: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'POST'
      ? { requestBody: { required: true, content: { [bodyType]: { schema: body ? shown(body, true) : { type: 'object' } } } } }
      : {}),
    responses: {
      '200': {
        description: 'Done.',
        headers: { 'server-time': { $ref: '#/components/headers/ServerTime' } },
        ...jsonOf(shown(response, true)),
      },
      ...refusalResponses(endpoint),
    },
  };
}

const components = () => ({
  schemas: Object.fromEntries(
    modules.flatMap((module) =>
      Object.entries(module)
        .filter(([, value]) => isSchema(value) && named.has(JSON.stringify(value)))
        .map(([name, value]) => [name, shown(value, true)]),
    ),
  ),
  parameters: {
    AppVersion: {
      name: 'app_version',
      in: 'query',
      description: 'Version of the client. In the body of a POST.',
      schema: { type: 'string', maxLength: 40 },
    },
  },
  headers: {
    ServerTime: { description: 'The server’s clock, in milliseconds since 1970.', schema: { type: 'integer' } },
    RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token in the response of a sign-in.' },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'abhyas',
      description:
        'The same token as a cookie that a sign-in sets; its name is `__Host-abhyas` over https. Sent only by pages of the site.',
    },
  },
});

/** Component names to which the document refers, directly or indirectly. */
function referredIn(value: unknown, schemas: Json, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    referredIn(schemas[name], schemas, found);
  }
  return found;
}

/** The OpenAPI 3.1 description of every call, from the contract: `/api/docs`. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [tag, endpoints] of Object.entries(endpointsByFeature)) {
    for (const [name, endpoint] of Object.entries(endpoints))
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, tag, endpoint) };
  }
  paths[uploadApplication.path] = { post: operationOf('uploadApplication', 'staticPages', uploadApplication, 'multipart/form-data') };
  const { schemas, ...others } = components();
  const used = referredIn(paths, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version: '1',
      summary: 'Every call between the site and the server.',
      description:
        'A successful call answers 200. A refusal has another status, with `code` for programs and `message` for people. ' +
        'Times are ISO 8601 in UTC, durations are whole seconds. A field has the same name everywhere.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(endpointsByFeature).map((name) => ({ name, description: `Calls of ${name}.` })),
    paths,
    components: { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))), ...others },
  };
}

let described: string | undefined;
/** The text of the description, which is made once in a process. */
export function describedApi(): string {
  described ??= JSON.stringify(describeApi());
  return described;
}
