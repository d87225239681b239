import { type Pattern, Sentence } from '@abhyas/exam/institute/sentence';
import { type Endpoint, Id } from '@abhyas/contract/endpoint';
import { endpoints } from '@abhyas/contract/endpoints';
import { type ProblemCode, problems } from '@abhyas/contract/problem';
import { rightsByRole } from '@abhyas/contract/institute/rights';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { copyPaper } from '@abhyas/contract/exam-office/institute-tests';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { InjectOptions } from 'fastify';
import { Compile } from 'typebox/compile';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeContent } from '../features/bank/content/storing/content.store.ts';
import { beyondLimits, fieldsOf, isId, requestOf, smallestValues, type Values } from '../testing/contract-inputs.ts';
import { fixtureContent } from '../testing/fixture-content.ts';
import { operatorOfBank } from '../testing/operator.ts';
import { tellStory, type Visitor } from '../testing/story.ts';
import { digestOfTables } from '../testing/table-digest.ts';

const story = tellStory();
const unknownId = 999_999_999_999;
let student: Visitor & { id: number };
let unregistered: Visitor;
/**
 * Objects that exist, but not for this student: another's sessions, a paper of another institute, a chapter and a topic of another course.
 */
let foreignIds: Record<string, number>;
/** Finished objects of this student: a session, and a paper that cannot be retaken. */
let finishedIds: Record<string, number>;

type Response = Awaited<ReturnType<Visitor['send']>>;

/** Moves the ids of the tables apart, so that an id of one table never exists in another. */
async function spreadIds() {
  for (const [at, table] of ['sessions', 'papers', 'topics', 'chapters'].entries()) {
    await story.database.pool.query("select setval(pg_get_serial_sequence($1, 'id'), $2, false)", [table, (at + 1) * 1_000_000]);
  }
}

async function addContent() {
  const renamed = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('cells', 'beasts').replaceAll('hall', 'far-hall').replaceAll('school', 'far-school'));
  const { chapter, ...rest } = renamed(fixtureContent.chapters[2]);
  const context = { db: story.database.db, now: story.now, random: Math.random, actor: operatorOfBank };
  await story.database.db.insertInto('institutes').values({ code: 'far-school', name: 'Far School' }).execute();
  const far = renamed(fixtureContent.papers[3]);
  for (const section of far.sections) section.subject = 'zoology';
  const once = JSON.parse(JSON.stringify(fixtureContent.papers[2]).replaceAll('single', 'once'));
  const chapters = [{ ...rest, chapter: { ...chapter, subject: 'zoology' } }];
  await writeContent(context, { chapters, papers: [far, once], cheatSheets: [], pictures: new Map() });
}

async function finish(by: Visitor, session_id: number) {
  const empty = { writer: 1, session_time_spent: 0, current_index: 0, responses: '[]' };
  await by.call(uploadStudentResponses, { ...empty, session_id, isFinishTest: true });
}

beforeAll(async () => {
  await spreadIds();
  await addContent();
  const [mock, once, topic] = [
    await story.idOf('papers', 'mock'),
    await story.idOf('papers', 'once'),
    await story.idOf('topics', 'motion-one'),
  ];
  const work = async (by: Visitor) => {
    const test_session = (await by.call(findOrCreateSessionItem, { id: mock })).session_id;
    const practice_session = (await by.call(getTrainQuestions, { id: topic })).test_info.session_id ?? 0;
    const finished_session = (await by.call(findOrCreateSessionItem, { id: once })).session_id;
    await finish(by, finished_session);
    return { test_session, practice_session, finished_session };
  };
  student = await story.student();
  const { finished_session } = await work(student);
  owner = await story.staff('school', 'owner');
  guardian = await story.staff('school', 'guardian');
  const nameless = await story.student();
  await story.database.db.updateTable('users').set({ name: null }).where('id', '=', nameless.id).execute();
  unregistered = nameless;
  finishedIds = { finished_session, once };
  foreignIds = {
    ...(await work(await story.student())),
    paper: await story.idOf('papers', 'far-hall'),
    topic: await story.idOf('topics', 'beasts-one'),
    chapter: await story.idOf('chapters', 'beasts'),
  };
});

/** The caller of an entry: a student, the owner of an institute for calls of staff, or a guardian for calls of guardians. */
let caller: Visitor & { id: number };
let owner: Visitor & { id: number };
let guardian: Visitor & { id: number };
const callerOf = ({ access }: Endpoint) =>
  typeof access !== 'object' ? student : rightsByRole.owner.includes(access.staff) ? owner : guardian;

/** Restores sign-in, profile, membership and budget after the previous call. */
async function restore(by: Visitor & { id: number }) {
  // A minute later, with a new budget of calls.
  story.pass(60);
  await story.database.db.updateTable('users').set({ name: 'Asha', course: 'ENG' }).where('id', '=', by.id).execute();
  await story.database.db.updateTable('memberships').set({ ended_at: null }).where('user_id', '=', by.id).execute();
  // The digests read every row, so thousands of earlier sign-ins would make the walk slower and slower.
  await story.database.db.deleteFrom('sign_ins').where('user_id', '=', by.id).execute();
  by.token = await story.tokenOf(by.id);
}

/** A test in which all calls must be refused and change nothing. */
const refuses = (title: string, work: () => Promise<void>) =>
  test(`refuses ${title}`, async () => {
    const before = await digestOfTables(story.database);
    await work();
    expect(await digestOfTables(story.database)).toEqual(before);
  });

/** Sends an input that must be refused, and compares the response with the catalogue of refusals. */
async function expectRefusal(codes: readonly ProblemCode[], options: InjectOptions, by: Visitor = caller): Promise<Response> {
  const response = await by.send(options);
  const what = `${options.method} ${String(options.url)} answered ${response.statusCode} ${response.body}`;
  expect(response.headers['content-type'], what).toBe('application/json; charset=utf-8');
  const body: { code: ProblemCode; message: string; said?: Pattern } = response.json();
  // A message with gaps has its pattern and words beside it.
  expect(Object.keys(body).toSorted(), what).toEqual(body.said ? ['code', 'message', 'said'] : ['code', 'message']);
  if (body.said) expect(body.message, what).toBe(new Sentence(body.said.pattern, body.said.words).text);
  expect(codes, what).toContain(body.code);
  const [status, words] = problems[body.code];
  expect(response.statusCode, what).toBe(status);
  if (body.message !== words) expect(body.message, what).toMatch(/^[A-Z][^\n]*[^.\s]\.$/);
  expect(body.message, what).not.toMatch(/[\n{}]|\bat \/|select |insert |update |violates|constraint|relation "|undefined|null/i);
  return response;
}

const notThere = Object.keys(problems).filter((code) => problems[code as ProblemCode][0] === 404) as ProblemCode[];
/** Every field of a call that takes an id, optional ids included. Of the home screens, the chapter page takes one. */
const withId = (endpoint: Endpoint, name: string, id: number): Values => ({
  ...smallestValues(endpoint),
  ...(fieldsOf(endpoint).some((field) => field.name === 'type' && !('enum' in field.schema)) ? { type: 'chapter' } : {}),
  [name]: id,
});

/** Calls that may name a finished test, because they copy it. */
const makesAnother = new Set<string>([copyPaper.route]);

/** Chapters and topics outside the student's course; staff of an institute see all of them. */
const foreignIdsOf = ({ access }: Endpoint) =>
  Object.entries(foreignIds).flatMap(([what, id]) => (typeof access === 'object' && (what === 'topic' || what === 'chapter') ? [] : [id]));

/** Whether the address belongs to a call, with or without a trailing slash. */
const isAddress = (method: string, path: string) =>
  Object.values(endpoints).some((other) => other.method === method && other.path === path.replace(/\/$/, ''));

describe.each(Object.entries(endpoints))('%s', (_name, endpoint) => {
  const fields = fieldsOf(endpoint);
  const valid = smallestValues(endpoint);
  const idFields = fields.filter(isId);
  const request = (values: Values, headers: Record<string, string> = {}) => ({ ...requestOf(endpoint, values), headers });
  beforeEach(() => {
    caller = callerOf(endpoint);
    return restore(caller);
  });

  test('accepts the smallest valid input, so that each refusal below has one cause', async () => {
    const response = await story.visitor().send(request(valid));
    expect(response.statusCode).not.toBe(400);
    if (endpoint.access !== 'anyone') expect(response.statusCode).toBe(401);
  });

  if (endpoint.access !== 'anyone') {
    refuses('a caller who is not signed in', async () => {
      await expectRefusal(['not_signed_in'], request(valid), story.visitor());
      const guesser = story.visitor();
      guesser.token = 'A'.repeat(54);
      await expectRefusal(['not_signed_in'], request(valid), guesser);
      const fromOurPage = { cookie: `abhyas=${'A'.repeat(54)}`, origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' };
      await expectRefusal(['not_signed_in'], request(valid, fromOurPage), story.visitor());
    });
  }

  if (endpoint.access !== 'anyone' && endpoint.method === 'POST') {
    refuses('a caller who is not signed in, before it reads the body', async () => {
      for (const payload of ['{', '[]', `{"app_version":"${'a'.repeat(1024 * 1024)}"}`]) {
        const sent = { ...request(valid), payload, headers: { 'content-type': 'application/json' } };
        await expectRefusal(['not_signed_in'], sent, story.visitor());
      }
    });
  }

  refuses('a cookie with a request from another site’s page', async () => {
    const cookie = `abhyas=${student.token ?? ''}`;
    for (const site of ['cross-site', 'same-site']) {
      await expectRefusal(['foreign_origin'], request(valid, { cookie, 'sec-fetch-site': site }), story.visitor());
    }
    // An old browser that follows a link sends neither the origin nor an Accept header for JSON.
    await expectRefusal(['foreign_origin'], request(valid, { cookie, accept: 'text/html,*/*;q=0.8' }), story.visitor());
  });

  if (endpoint.access === 'student') {
    refuses('a student who has not given name and course', async () => {
      // Uploads look up the session first, and a student without a name has none.
      const codes: ProblemCode[] = endpoint.route === uploadStudentResponses.route ? notThere : ['not_registered'];
      await expectRefusal(codes, request(valid), unregistered);
    });
  }

  refuses('a wrong type of each field', async () => {
    for (const { name, place, schema } of fields) {
      const check = Compile(schema);
      const wrong =
        place === 'body'
          ? [null, {}, [], [{}], 'x y', 1.5, true].filter((value) => !check.Check(value))
          : place === 'query'
            ? [['1', '2']]
            : ['x', '1.5', '-1', '0', '1e3', '0x10', 'true', 'null', '', ' ', '1;2', '99999999999999999999', "1'--", '%00'];
      expect(wrong.length).toBeGreaterThan(0);
      for (const value of wrong) {
        const isNoAddress = place === 'address' && value === '';
        // Without the id, it may be the address of another call: the list of the objects.
        if (isNoAddress && isAddress(endpoint.method, endpoint.path.replace('{id}', ''))) continue;
        await expectRefusal(isNoAddress ? [...notThere, 'invalid_input'] : ['invalid_input'], request({ ...valid, [name]: value }));
      }
    }
  });

  const readFromText = fields.filter(({ place, schema }) => place === 'query' && (schema as { type?: string }).type !== 'string');
  if (readFromText.length > 0) {
    refuses('a query with text that is not a value of the field', async () => {
      for (const { name } of readFromText) {
        for (const text of ['x', '1.5', '', ' ', 'null']) await expectRefusal(['invalid_input'], request({ ...valid, [name]: text }));
      }
    });
  }

  refuses('a value outside the limits of each field', async () => {
    for (const { name, schema } of fields) {
      for (const [, value] of beyondLimits(schema)) await expectRefusal(['invalid_input'], request({ ...valid, [name]: value }));
    }
  });

  refuses('an input without one of its required fields', async () => {
    for (const { name } of fields.filter(({ place, isRequired }) => isRequired && place !== 'address')) {
      await expectRefusal(['invalid_input'], request({ ...valid, [name]: undefined }));
    }
  });

  test('answers every text without an internal error', async () => {
    const hostile = [
      '\u0000',
      'a\u0000b',
      '\ud800',
      '👨‍👩‍👧‍👦'.repeat(80),
      '‮',
      "'; drop table users; --",
      '__proto__',
      'constructor',
      '%s%n',
      '😀'.repeat(40),
    ];
    for (const { name, schema, place } of fields) {
      if ((schema as { type?: string }).type !== 'string' || place === 'address') continue;
      for (const text of hostile) {
        const response = await caller.send(request({ ...valid, [name]: text }));
        expect([name, text, response.statusCode, response.statusCode < 500]).toEqual([name, text, response.statusCode, true]);
      }
    }
  });

  // Ids of calls for anyone belong to nobody: they choose among public objects.
  if (idFields.length > 0 && endpoint.access !== 'anyone') {
    refuses('an unknown id', async () => {
      for (const { name } of idFields) {
        for (const id of [unknownId, Number.MAX_SAFE_INTEGER]) await expectRefusal(notThere, request(withId(endpoint, name, id)));
      }
    });

    refuses("everybody else's id", async () => {
      for (const { name } of idFields) {
        for (const id of foreignIdsOf(endpoint)) await expectRefusal(notThere, request(withId(endpoint, name, id)));
      }
    });

    if (!makesAnother.has(endpoint.route))
      refuses('a change of a finished object', async () => {
        for (const { name } of idFields) {
          for (const id of Object.values(finishedIds)) {
            const input = request(withId(endpoint, name, id));
            const response = await caller.send(input);
            if (response.statusCode !== 200) await expectRefusal([...notThere, ...endpoint.refusals], input);
          }
          if (name === 'session_id') {
            await expectRefusal(['session_finished'], request(withId(endpoint, name, finishedIds['finished_session'] ?? 0)));
          }
        }
      });
  }

  if (endpoint.method === 'POST') {
    refuses('a body of more than 1 MB, or of its own limit', async () => {
      await expectRefusal(['too_large'], request({ ...valid, app_version: 'a'.repeat(endpoint.bodyLimit ?? 1024 * 1024) }));
    });

    test('does not take a body field from the query string', async () => {
      const strange = Object.fromEntries(fields.filter(({ place }) => place === 'body').map(({ name }) => [name, 'not checked']));
      const { url, ...rest } = request(valid);
      const response = await caller.send({ url: `${url}?${new URLSearchParams(strange).toString()}`, ...rest });
      expect(response.statusCode, response.body).toBeLessThan(500);
    });

    refuses('a body that is not JSON', async () => {
      const send = (media: string, payload: string) => ({ ...request(valid), payload, headers: { 'content-type': media } });
      for (const broken of ['{', '', '{"a":1}}', 'null', '[]', '"text"', '1', '{"__proto__":{"isAdmin":true}}', '{"a":\u0000}']) {
        await expectRefusal(['invalid_input'], send('application/json', broken));
      }
      for (const media of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'x']) {
        await expectRefusal(['wrong_media_type'], send(media, JSON.stringify(request(valid))));
      }
    });

    refuses('a request from another site’s page', async () => {
      for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', 'https://localhost:80']) {
        await expectRefusal(['foreign_origin'], request(valid, { origin, host: 'localhost:80' }));
      }
      await expectRefusal(['foreign_origin'], request(valid, { 'sec-fetch-site': 'cross-site' }));
    });
  }
});

test('an invalid HTTP request is refused in the same format', async () => {
  for (const url of [
    '/api',
    '/api/',
    '/api/unknown',
    '/api/student_app',
    '/api/student_app/1/unknown',
    '/api//users/me',
    '/unknown',
    `/api/${'a'.repeat(300)}`,
  ]) {
    await expectRefusal(['not_found'], { method: 'GET', url });
  }
  await expectRefusal(['not_found'], { method: 'POST', url: '/api/users/me', payload: {} });
  await expectRefusal(['not_found'], { method: 'DELETE', url: '/api/users/me' });
  await expectRefusal(['invalid_input', 'not_found'], { method: 'GET', url: '/api/student_app/%E0%A4%A/get_report' });
  await expectRefusal(['invalid_input', 'not_found'], { method: 'GET', url: `/api/student_app/${'1'.repeat(300)}/get_report` });
});

test('the walk covers every call of the contract, and every kind of id in it', () => {
  expect(Object.keys(endpoints).length).toBeGreaterThan(10);
  expect(Object.values(endpoints).filter((endpoint) => fieldsOf(endpoint).some(isId)).length).toBeGreaterThan(6);
  expect(isId({ name: 'id', place: 'body', schema: Id, isRequired: true })).toBe(true);
  expect(Object.values(foreignIds).every((id) => id > 0)).toBe(true);
});
