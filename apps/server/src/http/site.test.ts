import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { razorpay } from '../integrations/payments/razorpay.ts';
import { tellStory } from '../testing/story.ts';

const story = tellStory();
const inline = "document.documentElement.dataset.theme = 'dark';";
const page = `<!doctype html><html><head><script>${inline}</script><script type="module" src="/assets/main-1a2b.js"></script></head><body></body></html>`;
const code = `export const main = () => ${'1 + '.repeat(500)}1;`;
let folder: string;
let site: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abhyas-site-'));
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html': page,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/main-1a2b.js': code,
    'assets/main-1a2b.js.gz': gzipSync(code),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  site = await story.serverWith({ siteFolder: folder });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => site.inject({ method: 'GET', url, headers });

describe('the site', () => {
  test('serves hashed files that are cached for ever, compressed if the browser accepts that', async () => {
    const plain = await get('/assets/main-1a2b.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/javascript/),
      'x-content-type-options': 'nosniff',
    });
    const packed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(code);
  });

  test.each(['/', '/home', '/train/12', '/institute?type=test', '/index.html'])(
    'serves the page at %s, to be revalidated each time',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain(page.slice(0, page.indexOf('</head>')));
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  test('allows scripts of the page itself, and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
    expect(scripts).toEqual(["'self'", `'sha256-${createHash('sha256').update(inline).digest('base64')}'`]);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|upgrade-insecure-requests/);
  });

  test('allows Razorpay on the page of an order only, and nowhere if it is not configured', async () => {
    const payments = razorpay({ key_id: 'rzp_live_1', key_secret: 'k', hook_secret: 'h' });
    const taking = await story.serverWith({ siteFolder: folder }, { payments });
    const policyAt = async (app: typeof taking, url: string) => String((await app.inject(url)).headers['content-security-policy']);
    const onOrder = await policyAt(taking, '/payment/order/17?pay=true');
    expect(/script-src ([^;]*)/.exec(onOrder)?.[1]).toMatch(/ https:\/\/checkout\.razorpay\.com$/);
    expect(/frame-src ([^;]*)/.exec(onOrder)?.[1]).toContain('https://api.razorpay.com');
    for (const url of ['/', '/home', '/payment', '/payment/order/x', '/payment/order/17/../../home', '/home?to=/payment/order/17'])
      expect(await policyAt(taking, url), url).not.toContain('razorpay');
    expect(await policyAt(story.app, '/payment/order/17')).not.toContain('razorpay');
    await taking.close();
  });

  test('leaves no pictures in the browser’s cache with a logout over https', async () => {
    const secure = await story.serverWith({ siteUrl: 'https://abhyas.example', siteFolder: folder });
    const leave = (url: string) => secure.inject({ method: 'POST', url, payload: {} });
    expect((await leave('/api/authentications/logout')).headers['clear-site-data']).toBe('"cache"');
    expect((await leave('/api/authentications/request_otp')).headers['clear-site-data']).toBeUndefined();
  });

  test('requires https, also for its cookie, if it is reached by https', async () => {
    const secure = await story.serverWith({ siteUrl: 'https://abhyas.example', siteFolder: folder });
    const response = await secure.inject({ method: 'POST', url: '/api/authentications/logout', payload: {} });
    expect(response.headers['strict-transport-security']).toMatch(/max-age=\d+/);
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-abhyas=;.*Secure/);
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(response.headers).not.toHaveProperty('cross-origin-opener-policy');
    const shown = await secure.inject('/');
    expect(shown.headers['strict-transport-security']).toMatch(/max-age=\d+/);
    expect(shown.headers['content-security-policy']).toMatch(/upgrade-insecure-requests/);
    const own = { origin: 'https://abhyas.example', host: '10.0.0.7:3000' };
    const send = (headers: Record<string, string>) =>
      secure.inject({ method: 'POST', url: '/api/authentications/logout', payload: {}, headers });
    expect((await send(own)).statusCode).toBe(200);
    expect((await send({ ...own, origin: 'http://10.0.0.7:3000' })).statusCode).toBe(403);
    await secure.close();
  });

  test.each(['/assets/gone-3c4d.js', '/api/unknown', '/api', '/assets/'])('answers %s with not found, never with the page', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ code: 'not_found', message: 'There is nothing at this address.' });
  });

  test.each(['/health', '/metrics', '/foo.json', '/.well-known/x', '/train/x', '/health?full=1'])(
    'answers %s, which is no page, with not found: in JSON, or with a page if HTML is requested',
    async (url) => {
      const plain = await get(url);
      expect([plain.statusCode, plain.json()]).toEqual([404, { code: 'not_found', message: 'There is nothing at this address.' }]);
      const asked = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([asked.statusCode, asked.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  test('serves no file outside its folder', async () => {
    writeFileSync(`${folder}-secret.txt`, 'a secret');
    for (const url of [
      `/..%2f${folder.split('/').at(-1)}-secret.txt`,
      `/%2e%2e/${folder.split('/').at(-1)}-secret.txt`,
      '/..%5c..%5cetc/passwd',
      '/%00',
    ]) {
      const { body, statusCode } = await get(url);
      expect(body).not.toContain('a secret');
      expect([url, statusCode, statusCode < 500]).toEqual([url, statusCode, true]);
    }
    rmSync(`${folder}-secret.txt`);
  });

  test('refuses other methods without a change', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) expect((await site.inject({ method, url: '/home' })).statusCode).toBe(404);
  });
});
