import { once } from 'node:events';
import { connect } from 'node:net';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { problems } from '@abhyas/contract/problem';
import { describe, expect, inject, test } from 'vitest';
import type { ClockWatch } from '../jobs/clock-watch.ts';
import { trustedClock } from '../jobs/clock-watch.ts';
import { tellStory, Visitor } from '../testing/story.ts';
import { openTestDatabase } from '../testing/test-database.ts';

let isRight = true;
let isStopping = false;
const clockWatch: ClockWatch = { ...trustedClock, isRight: () => isRight };
const story = tellStory({ clockWatch, isStopping: () => isStopping });
const get = async (url: string) => {
  const { statusCode, headers, body } = await story.app.inject(url);
  return { statusCode, type: headers['content-type'], body: JSON.parse(body) as unknown };
};
const type = 'application/json; charset=utf-8';
const allWell = { ready: true, database: true, writable: true, clock: true, stopping: false };

describe('a health check', () => {
  test('reports that the process is alive and ready', async () => {
    expect(await get('/healthz')).toEqual({ statusCode: 200, type, body: { alive: true } });
    expect(await get('/readyz')).toEqual({ statusCode: 200, type, body: allWell });
  });

  test('reports a stopping process as alive but not ready', async () => {
    isStopping = true;
    expect(await get('/readyz')).toEqual({ statusCode: 503, type, body: { ...allWell, ready: false, stopping: true } });
    expect(await get('/healthz')).toMatchObject({ statusCode: 200 });
    isStopping = false;
  });

  test('reports a process as not ready while the database is away', async () => {
    const gone = await openTestDatabase(inject('template'));
    await gone.close();
    const app = await story.serverWith({}, { db: gone.db });
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.json()]).toEqual([503, { ...allWell, ready: false, database: false, writable: false }]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('reports a process as not ready while the database is read-only, because it could store no answer', async () => {
    const within = story.database.db.transaction().setAccessMode('read only');
    await within.execute(async (db) => {
      const app = await story.serverWith({}, { db });
      const response = await app.inject('/readyz');
      expect([response.statusCode, response.json()]).toEqual([503, { ...allWell, ready: false, writable: false }]);
    });
    expect(await get('/readyz')).toMatchObject({ statusCode: 200, body: allWell });
  });
});

test('a process with a wrong clock is not ready, refuses calls as busy, and sends no page the time', async () => {
  const student = await story.student();
  const id = await story.idOf('papers', 'mock');
  isRight = false;
  expect(await get('/readyz')).toEqual({ statusCode: 503, type, body: { ...allWell, ready: false, clock: false } });
  await expect(student.call(findOrCreateSessionItem, { id })).rejects.toMatchObject({ code: 'busy' });
  const refused = await new Visitor(story.app).send({ method: 'GET', url: '/api/users/get_user_info' });
  expect([refused.statusCode, refused.headers['server-time'], refused.headers['retry-after']]).toEqual([503, undefined, '5']);
  isRight = true;
  expect(await student.call(findOrCreateSessionItem, { id })).toMatchObject({ session_id: expect.any(Number) });
});

test('a call that reaches a closing process is refused as busy, in the form of every refusal', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const app = await story.serverWith({}, { codeSender: { isShownOnPage: false, send: () => held, sendLink: null, sendLetter: null } });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  // A call under way keeps the connection open, on which another call follows.
  const body = JSON.stringify({ phone_number: '9000000077' });
  const type_and_length = `content-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`POST /api/authentications/request_otp HTTP/1.1\r\nhost: x\r\n${type_and_length}\r\n\r\n${body}`);
  await expect.poll(() => story.database.db.selectFrom('sign_in_codes').select('phone').execute()).toContainEqual({ phone: '9000000077' });
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write('GET /api/users/me HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(app.server, 'request').catch(() => {});
  release();
  await closed;
  await expect.poll(() => received).toMatch(/"code":"busy"/);
  const refusal = received.slice(received.lastIndexOf('HTTP/1.1'));
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/^retry-after: 5\r$/im);
  expect(refusal).toContain(`content-type: ${type}`);
  expect(JSON.parse(/\{.*\}/.exec(refusal)?.[0] ?? '')).toEqual({ code: 'busy', message: problems.busy[1] });
});
