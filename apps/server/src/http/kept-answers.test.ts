import fastify from 'fastify';
import { expect, test } from 'vitest';
import { KeptAnswers, sendKept } from './kept-answers.ts';

test('a response is made once for a version of its content, and again for the next version', () => {
  const kept = new KeptAnswers();
  let made = 0;
  const make = () => `version ${(made += 1)}`;
  const [first, second] = [kept.of('/docs', 1, make), kept.of('/docs', 1, make)];
  expect([made, second]).toEqual([1, first]);
  const next = kept.of('/docs', 2, make);
  expect([made, next.etag === first.etag]).toEqual([2, false]);
});

test('a response is compressed once for each encoding, however often it is requested', async () => {
  const kept = new KeptAnswers().of('/docs', null, () => 'A word. '.repeat(1000));
  const app = fastify();
  app.get('/docs', (request, reply) => sendKept(request, reply, kept, 'text/plain'));
  const ask = (encoding: string) => app.inject({ url: '/docs', headers: { 'accept-encoding': encoding } });
  expect((await ask('gzip, br')).headers['content-encoding']).toBe('br');
  const { br } = kept.compressed;
  await Promise.all([ask('br'), ask('br'), ask('gzip')]);
  expect(kept.compressed.br).toBe(br);
  expect(Object.keys(kept.compressed)).toEqual(['br', 'gzip']);
  await app.close();
});

test('a limited number of responses is cached, because callers can invent host names, which are part of the cache key', () => {
  const kept = new KeptAnswers();
  let made = 0;
  const ask = (host: number) => kept.of(`host ${host}`, null, () => String((made += 1)));
  for (let host = 0; host < 1000; host += 1) ask(host);
  ask(999);
  expect(made).toBe(1000);
  ask(0);
  expect(made).toBe(1001);
});
