import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { addBankPicture } from '@abhyas/contract/bank/bank-questions';
import { beforeAll, expect, test } from 'vitest';
import { pngOf } from '../../../testing/files.ts';
import { boundlessBudgets, tellStory, Visitor } from '../../../testing/story.ts';

const story = tellStory();
const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${'<path d="M0 0"/>'.repeat(100)}</svg>`);
const hash = createHash('sha256').update(bytes).digest('hex');
beforeAll(() => story.database.db.insertInto('pictures').values({ hash, media_type: 'image/svg+xml', bytes }).execute());
const get = (name: string, headers: Record<string, string> = {}) =>
  story.visitor().send({ method: 'GET', url: `/api/pictures/${name}`, headers });

test('a picture is served by the hash of its bytes, is cached for the length of a test, and runs no code in a browser', async () => {
  const response = await get(hash);
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload).toEqual(bytes);
  expect(response.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'private, max-age=14400',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('a picture in the browser’s cache is not sent again', async () => {
  const { etag } = (await get(hash)).headers;
  const again = await get(hash, { 'if-none-match': String(etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

test('a drawing is sent compressed', async () => {
  const response = await get(hash, { 'accept-encoding': 'gzip' });
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(response.rawPayload)).toEqual(bytes);
});

test('an unknown hash is not found, and a text that is not a hash is refused', async () => {
  const unknown = await get('0'.repeat(64));
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { code: 'not_found', message: 'There is nothing at this address.' }]);
  for (const name of ['1', hash.toUpperCase(), `${hash}0`, '..%2f..%2fetc', `${hash.slice(0, 63)}%27`]) {
    const response = await get(name);
    expect([name, response.statusCode, response.json().code]).toEqual([name, 400, 'invalid_input']);
  }
});

test('a picture that would fill the memory of a phone is refused by its size in pixels, however small the file is', async () => {
  const writer = await story.staff('school', 'teacher');
  const add = (width: number, height: number) =>
    writer.call(addBankPicture, { type: 'png', bytes: pngOf(width, height).toString('base64') });
  await add(5000, 5000);
  await expect(add(5000, 5001)).rejects.toMatchObject({
    code: 'refused_file',
    message: 'A picture may have 25 million pixels at most.',
  });
});

test('no picture is stored once the day’s bytes of pictures of the institute are used up', async () => {
  const writer = await story.staff('school', 'teacher');
  const taken: unknown[] = [];
  const take = (name: string, holder: string | number, amount = 1) =>
    name !== 'bank_picture_bytes' || (taken.push([holder, amount]), false);
  const app = await story.serverWith({}, { budgets: { ...boundlessBudgets, take } });
  const sender = Object.assign(new Visitor(app), { token: writer.token });
  await expect(sender.call(addBankPicture, { type: 'png', bytes: pngOf(4, 4).toString('base64') })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Your institute has stored the 2 GB of pictures that a day allows. Go on tomorrow.',
  });
  expect(taken).toEqual([[expect.any(Number), 1]]);
  await app.close();
});
