import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './student.ts';

const server = join(dirname(dirname(import.meta.dirname)), 'apps/server/dist/main.js');

let folder: string;
let gateway: Server;
/** The messages that reached the stand-in of a provider. */
let messages: string[];
let place: ChildProcess;
let log: string;

/**
 * Starts a server without the demo on an empty embedded database, with a provider of messages. Resolves with the address of its first day.
 */
async function startPlace(): Promise<string> {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_FOLDER: folder,
    DATABASE_URL: '',
    NODE_ENV: 'development',
    SMS_PROVIDER: 'twilio',
    SMS_ADDRESS: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'token-of-twilio',
    TWILIO_FROM: '+15005550006',
  };
  log = '';
  place = fork(server, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  for (const stream of [place.stdout, place.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  await expect
    .poll(() => /There is no institute yet|"level":60|Error/.exec(log)?.[0] ?? '', { timeout: 120_000 })
    .toContain('no institute');
  return readFileSync(join(folder, 'first-day'), 'utf8').trim();
}

async function stopPlace() {
  place.kill('SIGTERM');
  if (place.exitCode === null) await once(place, 'exit');
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abhyas-first-day-'));
  messages = [];
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      messages.push(new URLSearchParams(body).get('Body') ?? '');
      response.setHeader('content-type', 'application/json').end('{"sid":"SM1","error_code":null}');
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
});
test.afterAll(async () => {
  await stopPlace();
  gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const codeOfLast = () => /\d{6}/.exec(messages.at(-1) ?? '')?.[0] ?? '';

test('an operator sets up a new installation at the address that its start gives, and the owner of the institute logs in', async ({
  page,
  console,
}) => {
  console.expectFaults(/422|401|403 .*\/api\/staff\/today/);
  const address = await startPlace();
  expect(statSync(join(folder, 'first-day')).mode & 0o777).toBe(0o600);

  await page.goto(address);
  await expect(page.getByLabel('Word')).toHaveValue(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
  expect(page.url()).not.toContain('#');
  await expectAccessible(page, 'the page of the first day');
  const word = await page.getByLabel('Word').inputValue();
  await page.getByLabel('Word').fill('WRONG');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('alert')).toContainText('is wrong, was used before');
  await page.getByLabel('Word').fill(word.toLowerCase());
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Checks' })).toBeVisible();
  await expectAccessible(page, 'the page of the first day');
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Storage of files')).toContainText('A small object was written');
  await row('Storage of files').getByRole('button').click();
  await expect(row('Storage of files')).toContainText('Good');
  await row('Text messages').getByLabel('Your own phone').fill('9811111111');
  await row('Text messages').getByRole('button').click();
  await expect(row('Text messages')).toContainText('The provider took a message');
  await expect(row('Text messages')).toContainText(codeOfLast());

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeVisible();
  await page.getByRole('button', { name: 'Load the bank' }).click();
  await expect(page.getByText(/The bank holds [\d,]+ questions and \d+ papers\./)).toBeVisible({ timeout: 120_000 });
  await page.getByLabel('Price in rupees').fill('4000');
  await page.getByRole('button', { name: 'Put it on sale' }).click();
  await expect(page.getByText('Premium is on sale.')).toBeVisible();

  await page.getByRole('button', { name: 'Make the institute' }).click();
  await expect(page.getByLabel('Institute', { exact: true })).toBeFocused();
  await page.getByLabel('Institute', { exact: true }).fill('First Classes');
  await page.getByLabel('Code').fill('first-classes');
  await page.getByLabel('Phone of the owner').fill('9811111111');
  await page.getByRole('button', { name: 'Make the institute' }).click();
  await expect(page.getByText('The institute exists')).toBeVisible();
  expect(log).not.toContain(word);
  expect(log).not.toContain('9811111111');

  await page.getByRole('link', { name: 'Log in as its owner' }).click();
  await page.getByLabel('Phone number').fill('9811111111');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type(codeOfLast());
  // An owner without a second factor is led from the console to the profile, where it is set up.
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();

  await page.goto(address);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('alert')).toContainText('is wrong, was used before');
});
