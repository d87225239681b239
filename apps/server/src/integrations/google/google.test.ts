import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { google, standInGoogle } from './google.ts';

const now = new Date('2027-01-10T04:00:00Z');
const seconds = now.getTime() / 1000;
let keys: Server;
let keysAt: string;
let signing: CryptoKey;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  signing = privateKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  keys = createServer(
    (_request, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  keysAt = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/certs`;
});
afterAll(() => void keys.close());

const claims = {
  iss: 'https://accounts.google.com',
  aud: 'ours',
  sub: '1042',
  nonce: 'n',
  name: ' Riya\nRao\0 ',
  iat: seconds,
  exp: seconds + 300,
};
const tokenOf = (changed: object = {}, key: CryptoKey = signing) =>
  new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

test('a token that Google signed for this site and this nonce identifies the person by its subject', async () => {
  expect(await google('ours', keysAt).verify(await tokenOf(), 'n', now)).toEqual({ subject: '1042', name: 'Riya Rao' });
  expect(await google('ours', keysAt).verify(await tokenOf({ iss: 'accounts.google.com' }), 'n', now)).toMatchObject({ subject: '1042' });
});

test.each([
  ['of another issuer', { iss: 'https://accounts.example' }],
  ['for another site', { aud: 'theirs' }],
  ['for another nonce', { nonce: 'other' }],
  ['without a nonce', { nonce: undefined }],
  ['that has expired', { iat: seconds - 4000, exp: seconds - 400 }],
  ['without an expiry', { exp: undefined }],
  ['without a subject', { sub: undefined }],
  ['with a subject that is none', { sub: 'a b' }],
])('a token %s names nobody', async (_what, changed) => {
  expect(await google('ours', keysAt).verify(await tokenOf(changed), 'n', now)).toBeNull();
});

test('a token signed with another key, without a key, changed or malformed identifies nobody', async () => {
  const { verify } = google('ours', keysAt);
  const { privateKey } = await generateKeyPair('RS256');
  const [head = '', , signature = ''] = (await tokenOf()).split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const token of [
    await tokenOf({}, privateKey),
    `${part({ alg: 'none' })}.${part(claims)}.`,
    `${head}.${part({ ...claims, sub: '1' })}.${signature}`,
    'a.b.c',
    '',
  ])
    expect(await verify(token, 'n', now)).toBeNull();
});

test('the stand-in issues tokens for its own accounts; neither it nor Google accepts a token of the other', async () => {
  const standIn = await standInGoogle([{ subject: 'riya', name: 'Riya' }]);
  const token = (await standIn.standIn?.issue('riya', 'n', now)) ?? '';
  expect(await standIn.verify(token, 'n', now)).toEqual({ subject: 'riya', name: 'Riya' });
  expect(await standIn.standIn?.issue('somebody', 'n', now)).toBeNull();
  expect(await google('stand-in', keysAt).verify(token, 'n', now)).toBeNull();
  expect(await standIn.verify(await tokenOf(), 'n', now)).toBeNull();
});
