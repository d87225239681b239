import { endpoints } from '@abhyas/contract/endpoints';
import { Problem } from '@abhyas/contract/problem';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import fastify, { LogController } from 'fastify';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { requestOf, smallestValues } from '../testing/contract-inputs.ts';
import { tellStory } from '../testing/story.ts';
import { StorageFault } from '../integrations/storage/storage.ts';
import { createFailureHandler } from './error-handler.ts';

const story = tellStory();

/** A server with failing calls, and its log. */
function failing(error: unknown) {
  let now = new Date('2027-01-10T04:00:00Z');
  const lines: string[] = [];
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(createFailureHandler(() => now));
  app.get('/thing/:id', () => {
    throw error;
  });
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  return { answer: () => app.inject({ method: 'GET', url: '/thing/5?phone=9000000001' }), lines, pass };
}

describe('failures outside the process', () => {
  test.each([
    ['a full disk', Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }), 507, 'storage_full', 'disk full'],
    [
      'a database that has become read-only',
      Object.assign(new pg.DatabaseError('cannot execute INSERT in a read-only transaction', 1, 'error'), { code: '25006' }),
      503,
      'busy',
      'database away',
    ],
    [
      'a full disk of the database',
      Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' }),
      507,
      'storage_full',
      'disk full',
    ],
    [
      'a storage that refuses connections',
      new StorageFault('The storage did not answer to PUT.', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
      503,
      'storage_away',
      'storage away',
    ],
    [
      'a folder of files that has become read-only',
      Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' }),
      503,
      'storage_away',
      'storage away',
    ],
    ['a storage that does not answer', new StorageFault('The storage did not answer to PUT.'), 503, 'storage_away', 'storage away'],
  ] as const)('%s has a refusal with its own code, and is logged once a minute', async (_what, error, status, code, said) => {
    const { answer, lines, pass } = failing(error);
    for (let tries = 0; tries < 3; tries += 1)
      expect([(await answer()).statusCode, (await answer()).json()]).toMatchObject([status, { code }]);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([said]);
    pass(61);
    await answer();
    expect(lines).toHaveLength(2);
  });
});

describe('a defect', () => {
  test('is logged once, with its stack, and never shown', async () => {
    const { answer, lines } = failing(new Error('select secret from users'));
    const response = await answer();
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ code: 'defect', message: 'Something went wrong' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'defect',
      route: '/thing/:id',
      err: { message: 'select secret from users', stack: expect.stringContaining('error-handler.test') },
    });
    expect(lines[0]).not.toContain('9000000001');
  });

  test('is logged without the row that the database adds as detail', async () => {
    const { answer, lines } = failing(
      Object.assign(new Error('violates check'), { detail: 'Failing row contains (5, 9000000001, Asha).' }),
    );
    await answer();
    expect(lines[0]).toContain('violates check');
    expect(lines[0]).not.toMatch(/9000000001|Asha/);
  });

  test.each([['text'], [{ statusCode: 200 }], [Object.assign(new Error('x'), { statusCode: 418 })]])(
    'can be any thrown value (%s)',
    async (error) => {
      const { answer, lines } = failing(error);
      expect((await answer()).json()).toEqual({ code: 'defect', message: 'Something went wrong' });
      expect(lines).toHaveLength(1);
    },
  );

  test('is answered if it happens in the database, and the server continues', async () => {
    const student = await story.student();
    await story.database.pool.query('alter table chapters rename to chapters_away');
    const response = await student.send(requestOf(getStudentHomeData, { type: 'home' }));
    await story.database.pool.query('alter table chapters_away rename to chapters');
    expect([response.statusCode, response.json()]).toEqual([500, { code: 'defect', message: 'Something went wrong' }]);
    expect((await student.call(getStudentHomeData, { type: 'home' })).chapters).not.toEqual([]);
  });
});

const failureOf = (message: string, fields: object = {}, options?: ErrorOptions) => Object.assign(new Error(message, options), fields);
test.each([
  [
    'refuses connections',
    new AggregateError([failureOf('connect', { code: 'ECONNREFUSED' }), failureOf('connect', { code: 'ECONNREFUSED' })]),
  ],
  ['ends a connection', failureOf('Connection terminated unexpectedly')],
  ['accepts no connection for ten seconds', failureOf('Connection terminated due to connection timeout', {}, { cause: failureOf('x') })],
  ['has no connection free', failureOf('timeout exceeded when trying to connect')],
  ['answers nothing', failureOf('Query read timeout')],
  ['shuts down', Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' })],
])('a database that %s makes calls busy, which is logged once a minute', async (_what, error) => {
  const { answer, lines, pass } = failing(error);
  for (let calls = 0; calls < 5; calls += 1) {
    const response = await answer();
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([503, 'busy', '5']);
  }
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['database away']);
  pass(60);
  await answer();
  expect(lines).toHaveLength(2);
});

test('a refusal is answered with its message and not logged', async () => {
  const { answer, lines } = failing(new Problem('test_not_open', { date: '10 Jan 2027', time: '10:00' }));
  const response = await answer();
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({
    code: 'test_not_open',
    message: 'Test cannot start before 10 Jan 2027 10:00',
    said: { pattern: 'Test cannot start before {date} {time}', words: { date: '10 Jan 2027', time: '10:00' } },
  });
  expect(lines).toEqual([]);
});

test('under maintenance every call is answered with 503 and changes nothing', async () => {
  const app = await story.serverWith({ isUnderMaintenance: true });
  const student = await story.student();
  for (const endpoint of Object.values(endpoints)) {
    const headers = { authorization: `Bearer ${student.token}` };
    const response = await app.inject({ ...requestOf(endpoint, smallestValues(endpoint)), headers });
    expect([endpoint.route, response.statusCode, response.json()]).toEqual([
      endpoint.route,
      503,
      { code: 'maintenance', message: 'Server under maintenance' },
    ]);
  }
  expect((await app.inject({ method: 'GET', url: `/api/pictures/${'a'.repeat(64)}` })).statusCode).toBe(503);
  await app.close();
});

test('every response of the API contains the server’s time and is not cached', async () => {
  const visitor = story.visitor();
  for (const url of ['/api/home/get_landing_page_data', '/api/users/me']) {
    const { headers } = await visitor.send({ method: 'GET', url });
    expect(headers).toMatchObject({ 'server-time': String(story.now.getTime()), 'cache-control': 'no-store' });
  }
});

test.each(['x-unknown', 'gzip, gzip', 'constructor'])(
  'a body encoded as %s, which the server cannot read, is refused as a wrong media type',
  async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await story.visitor().send({ method: 'POST', url: '/api/authentications/request_otp', payload: '{}', headers });
    expect([response.statusCode, response.json().code]).toEqual([415, 'wrong_media_type']);
  },
);
