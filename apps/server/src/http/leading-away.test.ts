import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { expect, test, vi } from 'vitest';
import { maintenance } from '../commands/maintenance.ts';
import { attempt } from '../testing/attempts.ts';
import { storySecret, tellStory, Visitor } from '../testing/story.ts';

const story = tellStory();
const asPage = { 'sec-fetch-site': 'same-origin', accept: 'application/json', origin: 'http://localhost', host: 'localhost' };
const home = (by: Visitor, headers: Record<string, string> = asPage, type = 'institute') =>
  by.send({ method: 'POST', url: '/api/student_app/get_student_home_data', payload: { type }, headers });
const settings = (value: object) =>
  story.database.db
    .updateTable('institutes')
    .set({ settings: JSON.stringify(value) })
    .where('code', '=', 'school')
    .execute();

test('students of an app-only institute are redirected from the site to the app, and calls of the app are answered', async () => {
  const student = await story.student({ institute: 'school' });
  await settings({ only_mobile_access: true });
  const answer = await home(student);
  expect([answer.statusCode, answer.json()]).toEqual([
    307,
    { code: 'only_mobile', message: 'Your institute uses the app only. Open it on your phone.', to: '/mobile_redirection' },
  ]);
  expect(answer.headers['location']).toBeUndefined();
  expect((await home(student, {})).statusCode).toBe(200);
  expect((await home(await story.student(), asPage, 'home')).statusCode).toBe(200);
});

test('students of an institute with its own address are redirected there, if the server lists the address', async () => {
  const student = await story.student({ institute: 'school' });
  await settings({ domain: 'school.example' });
  expect((await home(student)).statusCode).toBe(200);
  const app = await story.serverWith({ siteHosts: ['school.example'] });
  const there = Object.assign(new Visitor(app), { token: student.token });
  const answer = await home(there);
  expect([answer.statusCode, answer.json().to]).toEqual([406, 'http://school.example/']);
  expect((await home(there, { ...asPage, host: 'school.example', origin: 'http://school.example' })).statusCode).toBe(200);
  await app.close();
});

test('other calls redirect to a test in progress that must be finished first, and calls of the test are answered', async () => {
  const student = await story.student({ institute: 'school' });
  await settings({ forces_pending_test: true });
  expect((await home(student)).statusCode).toBe(200);
  const id = await story.idOf('papers', 'hall');
  story.pass(1800);
  const { upload } = await attempt(student, id);
  const answer = await home(student);
  expect([answer.statusCode, answer.json().to]).toEqual([307, `/test/${id}`]);
  await student.call(findOrCreateSessionItem, { id });
  await upload([], { isFinishTest: true });
  expect((await home(student)).statusCode).toBe(200);
  await settings({});
});

test('the operator starts and ends maintenance of a running server by a command', async () => {
  const said: string[] = [];
  const command = async (...args: string[]) => {
    const context = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false };
    expect(await maintenance({ ...context, print: (line) => void said.push(line) }, args)).toBe(0);
  };
  const student = await story.student();
  const status = async () => {
    story.pass(5);
    return (await home(student, asPage, 'home')).statusCode;
  };
  await command('on');
  await command('on');
  await vi.waitFor(async () => expect(await status()).toBe(503));
  const answer = (await home(student, asPage, 'home')).json();
  expect(answer).toEqual({ code: 'maintenance', message: 'Server under maintenance' });
  await command('off');
  await command('status');
  await vi.waitFor(async () => expect(await status()).toBe(200));
  expect(said).toEqual([...Array(2).fill(expect.stringMatching(/^Under maintenance since /)), ...Array(2).fill('Not under maintenance.')]);
});

test('a server that no longer supports old versions of the site states this in every response', async () => {
  const app = await story.serverWith({ oldestSite: 7 });
  const answer = await new Visitor(app).send({ method: 'GET', url: '/api/home/get_landing_page_data' });
  expect(answer.headers['oldest-site']).toBe('7');
  await app.close();
});
