import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getMe } from '@abhyas/contract/institute/identity';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { TestPage } from '../testing/cable.ts';
import { tellStory } from '../testing/story.ts';
import type { Parts } from '../app.ts';
import { connectionLimits, proxiesOf, readDescriptorLimit } from './connections.ts';
import { makeToken } from './token.ts';

const story = tellStory();
const open: Socket[] = [];
const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function serverTaking(most: number, ofAddress: number, trustProxy: number | false = false, parts: Partial<Parts> = {}) {
  const app = await story.serverWith({ trustProxy }, { connections: { descriptors: null, most, ofAddress }, ...parts });
  servers.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.address() as AddressInfo).port };
}
function silent(port: number): Socket {
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}
const closed = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close');
};

test.each([
  ['of everybody', 3, 100],
  ['of one address', 100, 3],
])('connections %s above the limit are closed, and another is accepted when one ends', async (_whose, most, ofAddress) => {
  const { port } = await serverTaking(most, ofAddress);
  const taken = [silent(port), silent(port), silent(port)];
  for (const socket of taken) await once(socket, 'connect');
  await closed(silent(port));
  expect(taken.map((socket) => socket.closed)).toEqual([false, false, false]);
  for (const socket of taken) {
    socket.destroy();
    await closed(socket);
  }
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/users/me`).catch(() => null))?.status).toBe(401);
});

test('a connection that sends requests endlessly without waiting for responses is closed, and one that waits is not', async () => {
  const { app, port } = await serverTaking(10, 10);
  let heard = 0;
  app.server.on('request', () => (heard += 1));
  const ask = 'GET /api/users/me HTTP/1.1\r\nHost: x\r\n\r\n';
  const inTurn = silent(port);
  for (let turn = 0; turn < 6; turn += 1) {
    inTurn.write(ask);
    await once(inTurn, 'data');
  }
  expect([heard, inTurn.closed]).toEqual([6, false]);
  const eager = silent(port);
  eager.write(ask.repeat(50));
  await closed(eager);
});

test('the connection of a refused request whose body still arrives byte by byte is closed once the response was read', async () => {
  const { port } = await serverTaking(10, 10);
  const socket = silent(port);
  socket.write(
    'POST /api/users/end_other_sign_ins HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n',
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 401');
  const sending = setInterval(() => socket.write(' '), 100);
  await closed(socket);
  clearInterval(sending);
});

test.each([
  ['of a call', '/api/student_app/check_offline_practice', 'application/json', '{'],
  ['of a form with a file', '/api/storage/forms', 'multipart/form-data; boundary=a', '--a\r\n'],
  ['with a resume', '/api/static_pages/upload_application', 'multipart/form-data; boundary=a', '--a\r\n'],
])('a body %s that arrives a byte at a time is refused after its time limit', async (_what, path, type, begins) => {
  const { port } = await serverTaking(10, 10, false, { bodies: { bodyMs: 300, leastBytes: 1000 } });
  const student = await story.student();
  const socket = silent(port);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${student.token}\r\nContent-Type: ${type}\r\nContent-Length: 900000\r\n\r\n${begins}`,
  );
  const sending = setInterval(() => socket.write(' '), 50);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 408');
  await closed(socket);
  clearInterval(sending);
});

test('a file that arrives slowly, but fast enough, is accepted even if it takes longer than a call may last', async () => {
  const { port } = await serverTaking(10, 10, false, { bodies: { bodyMs: 50, leastBytes: 0 } });
  const answers: string[] = [];
  const socket = silent(port);
  socket.on('data', (chunk: Buffer) => answers.push(chunk.toString().slice(9, 12)));
  const head = '--a\r\ncontent-disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n';
  const rest = [...Array(20).fill('%PDF-1.4 of twenty x'), '\r\n--a--\r\n'];
  const bytes = [head, ...rest].join('').length;
  socket.write(
    `POST /api/static_pages/upload_application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: ${bytes}\r\n\r\n${head}`,
  );
  const sending = setInterval(() => {
    const next = rest.shift();
    if (next === undefined) clearInterval(sending);
    else socket.write(next);
  }, 40);
  await expect.poll(() => answers, { timeout: 10_000 }).toEqual(['400']);
});

test('a caller who is already sending 16 MB of bodies cannot send another body until these have ended', async () => {
  const { port } = await serverTaking(100, 100);
  const student = await story.student();
  const bytes = 1_000_000;
  const answers: string[] = [];
  const send = (body: string) => {
    const socket = silent(port);
    socket.on('data', (chunk: Buffer) => answers.push(chunk.toString().slice(9, 12)));
    socket.write(
      `POST /api/student_app/check_offline_practice HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${student.token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body}`,
    );
    return socket;
  };
  const unfinished = Array.from({ length: 17 }, () => send('{'));
  await expect.poll(() => answers).toEqual(['429']);
  for (const socket of unfinished) socket.destroy();
  const whole = '{"topic_ids":[]}'.padEnd(bytes);
  await expect
    .poll(async () => {
      const socket = send(whole);
      await once(socket, 'data');
      return answers.at(-1);
    })
    .toBe('200');
});

test.each([
  ['that anybody may call', '/api/authentications/request_otp', 16],
  ['whose own statement checks the sign-in', '/api/student_app/upload_student_responses', 134],
])('an invented sign-in for each body lets an address send no more at once to a call %s', async (_which, path, most) => {
  const { port } = await serverTaking(200, 200);
  let refused = 0;
  for (let sent = 0; sent < most + 2; sent += 1) {
    const socket = silent(port);
    socket.on('data', (chunk: Buffer) => (refused += chunk.toString().startsWith('HTTP/1.1 429') ? 1 : 0));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${makeToken(1_000_000 + sent)}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    );
  }
  await expect.poll(() => refused).toBe(2);
});

test('after a form that is refused before its end, the connection serves the next request', async () => {
  const { port } = await serverTaking(10, 10);
  const form =
    '--a\r\ncontent-disposition: form-data; name="unknown"\r\n\r\nx\r\n--a\r\ncontent-disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n';
  const body = `${form}${'x'.repeat(2_000_000)}\r\n--a--\r\n`;
  const socket = silent(port);
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.write(
    `POST /api/static_pages/upload_application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  socket.write('GET /api/users/me HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => [...heard.matchAll(/HTTP\/1.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['400', '401']);
});

test('live sockets behind a proxy count by the address that the proxy names', async () => {
  const { app } = await serverTaking(100, 1, 1);
  const student = await story.student();
  const by = (address: string) => TestPage.open(app, student.token, { 'x-forwarded-for': address });
  await by('192.0.2.1');
  await expect(by('192.0.2.1')).rejects.toThrow('429');
  await by('192.0.2.2');
});

test.each(['/api/docs', '/nothing', '/api/users/me'])(
  'a connection that requests an upgrade at %s is closed with the response',
  async (path) => {
    const { port } = await serverTaking(10, 10);
    const socket = silent(port);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await closed(socket);
  },
);

test('the eleventh live socket of a person closes the oldest with a message', async () => {
  const { app } = await serverTaking(100, 100);
  const student = await story.student();
  const pages: TestPage[] = [];
  for (let at = 0; at < 11; at += 1) pages.push(await TestPage.open(app, student.token));
  expect(await pages[0]?.find(({ type }) => type === 'disconnect')).toMatchObject({ reason: 'too_many_sockets', reconnect: false });
  expect(await pages[0]?.closed).toBe(4429);
  expect(pages[1]?.frames.some(({ type }) => type === 'disconnect')).toBe(false);
  expect(await student.call(getMe, {})).toBeDefined();
});

test('a live socket that sends a frame beyond the limit is closed, and writes nothing to the log', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const app = await story.serverWith({ logLevel: 'info' }, { logTo });
  servers.push(app);
  const page = await TestPage.open(app, (await story.student()).token);
  const before = lines.length;
  page.send('x'.repeat(4097));
  expect(await page.closed).toBe(1009);
  expect(lines.slice(before)).toEqual([]);
});

test('opening a live socket draws on the budget of calls', async () => {
  const taken: string[] = [];
  const budgets = {
    take: (name: string) => taken.push(name) < 3,
    spent: () => 0,
    share: async () => {},
    close: async () => {},
  };
  const app = await story.serverWith({}, { budgets });
  servers.push(app);
  const student = await story.student();
  await TestPage.open(app, student.token);
  await expect(TestPage.open(app, student.token)).rejects.toThrow('429');
  expect(taken).toEqual(['anonymous_calls', 'calls', 'calls']);
});

test('connections may use half of the limit of open files, and those of one address three quarters of that half', () => {
  expect(connectionLimits(600)).toEqual({ descriptors: 600, most: 300, ofAddress: 225 });
  expect(connectionLimits(65_536)).toMatchObject({ most: 20_000, ofAddress: 4000 });
  expect(readDescriptorLimit()).toBeGreaterThan(0);
});

test('a proxy is recognised by its address or network', () => {
  const isProxy = proxiesOf(['10.0.0.0/8', '192.0.2.7']);
  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '192.0.2.8', '', 'fe80::1%eth0'].map(isProxy)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
