import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SmsFault, type SmsSettings } from './sender.ts';
import { openSms, withSecond } from './sms.ts';

/** A provider on this machine, which stores the requests that it gets and sends the given answer. */
let provider: Server;
let address: string;
let heard: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let reply: { status: number; body: string };
beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => void provider.close());
beforeEach(() => {
  heard = [];
});

const senderOf = (settings: SmsSettings, print: (line: string) => void = () => {}) => openSms(settings, 'Abhyas', 'abhyas.example', print);
const msg91 = () => senderOf({ provider: 'msg91', auth_key: 'the-key', template_id: '6512a', variable: 'OTP', address });
const twilio = (from: string) => senderOf({ provider: 'twilio', account_sid: 'AC123', auth_token: 'the-token', from, address });

test('MSG91 gets the template, the number with its country code, and the code as the variable', async () => {
  reply = { status: 200, body: '{"type":"success","message":"3763646c3058373530393938"}' };
  await msg91().send('9000000001', '012345');
  const [request] = heard;
  expect(request).toMatchObject({ method: 'POST', url: '/api/v5/flow' });
  expect(request?.headers).toMatchObject({ authkey: 'the-key', 'content-type': 'application/json' });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    template_id: '6512a',
    short_url: '0',
    recipients: [{ mobiles: '919000000001', OTP: '012345' }],
  });
});

test('Twilio gets a form with the number, the sender and our text, authenticated by the account', async () => {
  reply = { status: 201, body: '{"sid":"SM1","status":"queued","error_code":null}' };
  await twilio('+15005550006').send('9000000001', '012345');
  const service = `MG${'0'.repeat(32)}`;
  await twilio(service).send('9000000001', '012345');
  expect(heard.map(({ url }) => url)).toEqual(Array(2).fill('/2010-04-01/Accounts/AC123/Messages.json'));
  expect(heard[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('AC123:the-token').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
  const Body = '012345 is your Abhyas code. It is good for 10 minutes. Tell it to nobody.\n@abhyas.example #012345';
  const [number, messagingService] = heard.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(number).toEqual({ To: '+919000000001', From: '+15005550006', Body });
  expect(messagingService).toEqual({ To: '+919000000001', MessagingServiceSid: service, Body });
});

test('a link is sent in its own template or our own words, and by MSG91 only if the template is configured', async () => {
  const link = 'https://abhyas.example/agree#abc';
  reply = { status: 200, body: '{"type":"success"}' };
  expect(msg91().sendLink).toBeNull();
  const settings = {
    provider: 'msg91',
    auth_key: 'the-key',
    template_id: '6512a',
    variable: 'OTP',
    link_template_id: '77b',
    address,
  } as const;
  await senderOf(settings).sendLink?.('9000000001', link);
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    template_id: '77b',
    short_url: '0',
    recipients: [{ mobiles: '919000000001', LINK: link }],
  });
  reply = { status: 201, body: '{"sid":"SM1"}' };
  await twilio('+15005550006').sendLink?.('9000000001', link);
  expect(new URLSearchParams(heard[1]?.body).get('Body')).toBe(
    `A student under 18 asks for your consent, as parent or guardian, to study with Abhyas: ${link} The link works for 3 days.`,
  );
});

test('a Monday letter is announced by its own template or our own words, and only where the installation wants it', async () => {
  const link = 'https://abhyas.example/letter';
  expect([msg91().sendLetter, twilio('+15005550006').sendLetter]).toEqual([null, null]);
  reply = { status: 200, body: '{"type":"success"}' };
  const flow = { provider: 'msg91', auth_key: 'k', template_id: 't', variable: 'OTP', letter_template_id: '88c', address } as const;
  await senderOf(flow).sendLetter?.('9000000001', link, 'hi');
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ template_id: '88c', recipients: [{ mobiles: '919000000001', LINK: link }] });
  reply = { status: 201, body: '{"sid":"SM1"}' };
  const account = { provider: 'twilio', account_sid: 'AC123', auth_token: 't', from: '+1', sends_letters: true, address } as const;
  for (const language of ['en', 'hi'] as const) await senderOf(account).sendLetter?.('9000000001', link, language);
  expect(heard.slice(1).map(({ body }) => new URLSearchParams(body).get('Body'))).toEqual([
    `Your Monday letter from Abhyas is there: ${link}`,
    `Abhyas पर आपकी सोमवार की चिट्ठी आ गई है: ${link}`,
  ]);
});

test.each([
  ['refuses', { status: 401, body: '{"code":20003}' }],
  ['fails', { status: 500, body: 'oops' }],
  ['takes the request and refuses the message', { status: 200, body: '{"type":"error","message":"Invalid template","error_code":30034}' }],
  ['sends an answer that is not JSON', { status: 200, body: '<html>' }],
  ['redirects', { status: 302, body: '' }],
])('a provider that %s causes a fault whose message contains neither number nor code nor key', async (_what, answer) => {
  reply = answer;
  for (const sender of [msg91(), twilio('+15005550006')]) {
    const fault = await sender.send('9000000001', '012345').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SmsFault);
    expect(String(fault)).not.toMatch(/9000000001|012345|the-key|the-token/);
  }
});

test('a provider that cannot be reached causes a fault', async () => {
  const sender = senderOf({ provider: 'msg91', auth_key: 'k', template_id: 't', variable: 'OTP', address: 'http://127.0.0.1:1' });
  await expect(sender.send('9000000001', '012345')).rejects.toThrow(SmsFault);
});

test('the stand-in of a terminal writes the code there; only the demo’s stand-in shows it on the page', async () => {
  const lines: string[] = [];
  const sender = senderOf({ provider: 'console' }, (line) => void lines.push(line));
  await sender.send('9000000001', '012345');
  expect(lines).toEqual(['Code for the number that ends in 01: 012345']);
  expect([sender, msg91(), twilio('+1'), senderOf({ provider: 'page' })].map(({ isShownOnPage }) => isShownOnPage)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('a second provider sends what the first refuses or does not accept in time, and nothing else', async () => {
  const reports: string[] = [];
  const sent: string[] = [];
  const second = {
    isShownOnPage: false,
    send: async (_phone: string, code: string) => void sent.push(code),
    sendLink: null,
    sendLetter: null,
  };
  const behind = (send: () => Promise<void>, ms?: number) =>
    withSecond(
      { isShownOnPage: false, send, sendLink: null, sendLetter: null },
      second,
      (error) => reports.push((error as Error).message),
      ms,
    );
  await behind(async () => {}).send('9000000001', '111111');
  expect([sent, reports]).toEqual([[], []]);
  reply = { status: 500, body: '{}' };
  const refused = withSecond(twilio('+15005550006'), second, (error) => reports.push((error as Error).message));
  await refused.send('9000000001', '222222');
  await behind(() => new Promise(() => {}), 1).send('9000000001', '333333');
  expect(sent).toEqual(['222222', '333333']);
  expect(reports).toEqual(['The provider of text messages answered 500.', 'The first provider of text messages is slow.']);
  await expect(behind(() => Promise.reject(new Error('A defect'))).send('9000000001', '444444')).rejects.toThrow('A defect');
  expect(behind(async () => {}).sendLink).toBeNull();
});
