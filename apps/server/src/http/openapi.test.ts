import { problems } from '@abhyas/contract/problem';
import { applicationFields } from '@abhyas/contract/site/public-pages';
import { describe, expect, test } from 'vitest';
import { Compile } from 'typebox/compile';
import { numericalKey } from '../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../testing/story.ts';
import { describeApi } from './openapi.ts';

const story = tellStory();

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the client knows the document alone

/** Resolves references. */
function resolved(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => resolved(document, part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref)
    return resolved(
      document,
      $ref
        .slice(2)
        .split('/')
        .reduce((place: Json, step) => place[step], document),
    );
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(document, value)]));
}

/** A client that knows only the document: finds a call by its operationId, sends fields in their places, and checks the response. */
function clientOf(document: Json, visitor: Visitor) {
  const operations = new Map<string, { path: string; method: 'GET' | 'POST'; operation: Json }>();
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Json>))
    for (const [method, operation] of Object.entries(methods))
      operations.set(operation['operationId'], { path, method: method.toUpperCase() as 'GET' | 'POST', operation: operation as Json });
  return async (operationId: string, input: Json = {}): Promise<{ status: number; answer: Json; headers: Json }> => {
    const found = operations.get(operationId);
    if (!found) throw new Error(`The document knows no ${operationId}`);
    const { path, method, operation } = found;
    const parameters = (operation['parameters'] ?? []).map((parameter: unknown) => resolved(document, parameter)) as Json[];
    const inPath = parameters.filter((parameter) => parameter['in'] === 'path').map(({ name }) => name as string);
    const url = inPath.reduce((address, name) => address.replace(`{${name}}`, String(input[name])), document['servers'][0].url + path);
    const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const response = await visitor.send(method === 'GET' ? { method, url, query: texts } : { method, url, payload: fields });
    const answer = response.json() as Json;
    const listed = operation['responses'][String(response.statusCode)];
    if (!listed) throw new Error(`${operationId} answers ${response.statusCode}, which the document does not list: ${response.body}`);
    const schema = resolved(document, listed.content['application/json'].schema);
    const faults = Compile(schema as never).Errors(answer);
    expect(faults, `${operationId} ${response.statusCode}`).toEqual([]);
    return { status: response.statusCode, answer, headers: response.headers };
  };
}

const documentOf = async (): Promise<Json> => (await story.visitor().send({ method: 'GET', url: '/api/docs' })).json();

describe('the API description', () => {
  test('has the name, summary, audience and meaning of the id of every call, and each of its refusals with the message', async () => {
    const document = await documentOf();
    const operations = Object.values(document['paths'] as Record<string, Json>).flatMap((methods) => Object.values(methods) as Json[]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      const { summary, tags, security, responses, parameters = [] } = operation;
      expect(summary).toMatch(/^[A-Z].{5,}/);
      expect(tags).toHaveLength(1);
      expect(security).toBeDefined();
      for (const parameter of parameters) if (parameter.in === 'path') expect(parameter.description).toMatch(/^The .{3,}/);
      for (const [status, { content }] of Object.entries(responses as Record<string, Json>)) {
        const { schema, examples } = content['application/json'];
        if (status === '200') continue;
        const codes = schema.properties.code.enum as (keyof typeof problems)[];
        expect(Object.keys(examples)).toEqual(codes);
        expect(codes.map((code) => String(problems[code][0]))).toEqual(codes.map(() => status));
      }
    }
  });

  test('names enumerations and their values, and describes the structure of JSON within text fields', async () => {
    const { components, paths } = await documentOf();
    expect(components.schemas['ObjectType']).toMatchObject({
      enum: [0, 1, 2, 3, 4, 5, 6],
      'x-enum-varnames': expect.arrayContaining(['assignment']),
    });
    const { schema } = paths['/student_app/upload_student_responses'].post.requestBody.content['application/json'];
    expect(schema.properties.responses).toMatchObject({
      contentMediaType: 'application/json',
      contentSchema: { type: 'array', items: { $ref: '#/components/schemas/UploadedResponse' } },
    });
    expect(schema.properties.visits.contentSchema.items).toEqual({ $ref: '#/components/schemas/UploadedVisit' });
    const { file } = paths['/student_app/send_answer_file'].post.requestBody.content['application/json'].schema.properties;
    expect(file.contentSchema.required).toEqual(['format', 'session_id', 'iv', 'sealed']);
  });

  test('describes the form of an application, whose file is a PDF', async () => {
    const { post } = (await documentOf())['paths']['/static_pages/upload_application'];
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data']);
    const { properties } = post.requestBody.content['multipart/form-data'].schema;
    expect(Object.keys(properties)).toEqual([...applicationFields.map((field) => `attachment[${field}]`), 'resume']);
    expect(properties.resume.contentMediaType).toBe('application/pdf');
    expect(post.security).toEqual([]);
  });

  test('is enough to write a client that signs in, takes a whole test and reads the report', async () => {
    const document = await documentOf();
    const visitor = story.visitor();
    const call = clientOf(document, visitor);
    const phone_number = '9111111111';
    const { answer: asked } = await call('requestOtp', { phone_number });
    const { answer: signedIn } = await call('login', { phone_number, otp: asked['demo_otp'] });
    visitor.token = signedIn['token'];
    await call('updateProfile', { name: 'Nila', course: 'ENG', is_onboarding: true });

    const { answer: listed } = await call('getStudentHomeData', { type: 'mock' });
    const { id } = listed['test_list'].find((test: Json) => !test['is_locked']);
    const { answer: instructions } = await call('getTestInstructions', { id });
    expect(instructions['test_info'].question_count).toBe(9);
    const { answer: begun } = await call('findOrCreateSessionItem', { id });
    const { answer: paper } = await call('getTestQuestions', { id: begun['test_id'] });
    const numerical = resolved(document, document['components'].schemas.QuestionType) as { enum: number[]; 'x-enum-varnames': string[] };
    const isNumerical = (type: number) => numerical['x-enum-varnames'][numerical.enum.indexOf(type)] === 'numerical';
    const responses = paper['questions'].slice(0, 5).map((question: Json) => ({
      question_id: question['id'],
      responses: isNumerical(question['question_type']) ? [] : [2],
      rich_response: isNumerical(question['question_type']) ? numericalKey : null,
      is_marked: false,
      is_visited: true,
      verified: false,
      version: 1,
      question_time_spent: 20,
      solution_request_time: null,
    }));
    story.pass(100);
    const upload = { session_id: begun['session_id'], writer: begun['writer'], session_time_spent: 100, current_index: 4 };
    const { answer: kept } = await call('uploadStudentResponses', { ...upload, responses: JSON.stringify(responses) });
    expect(kept['kept']).toHaveLength(5);
    const { answer: finished } = await call('uploadStudentResponses', { ...upload, responses: '[]', isFinishTest: true });
    expect(finished['session_status']).toBe('COMPLETE');
    const { answer: report } = await call('getReport', { id });
    expect(report['report_data'].at(-1)).toMatchObject({ subject_id: null, correct: 5 });
    const { answer: review } = await call('getTestQuestions', { id, is_review: true });
    expect(review['questions'][0]).toMatchObject({ answers: [2] });
  });

  test('lists the refusals that a client can get', async () => {
    const visitor = story.visitor();
    const call = clientOf(await documentOf(), visitor);
    expect(await call('getMe')).toMatchObject({ status: 401, answer: { code: 'not_signed_in' } });
    expect(await call('requestOtp', {})).toMatchObject({
      status: 400,
      answer: { code: 'invalid_input', message: 'That request was not understood: phone_number.' },
    });
    await call('requestOtp', { phone_number: '9222222222' });
    story.pass(12);
    expect(await call('requestOtp', { phone_number: '9222222222' })).toMatchObject({
      status: 429,
      answer: { code: 'wait_for_code', message: 'Wait 18 seconds before you ask for another code.' },
      headers: { 'retry-after': '18' },
    });
  });

  test('is the same document for the linter and for the server', async () => {
    expect(await documentOf()).toEqual(JSON.parse(JSON.stringify(describeApi())));
  });
});

test('the reference for people is a page with its own security policy and no third-party content', async () => {
  const page = await story.visitor().send({ method: 'GET', url: '/api/reference' });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources.length).toBeGreaterThan(2);
  for (const url of sources) {
    expect(url).toMatch(/^\/api\/reference\//);
    expect((await story.visitor().send({ method: 'GET', url })).statusCode).toBe(200);
  }
});
