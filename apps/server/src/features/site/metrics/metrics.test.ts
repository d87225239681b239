import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { requestOtp } from '@abhyas/contract/institute/identity';
import { afterAll, expect, inject, test } from 'vitest';
import { storySecret, tellStory, Visitor } from '../../../testing/story.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { CodeSender } from '../../../integrations/sms/sender.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { type Storage, StorageFault } from '../../../integrations/storage/storage.ts';
import { countSends, type ObserveCall, openMetrics, timeStorage } from './metrics.ts';

const story = tellStory();
const dataFolder = mkdtempSync(join(tmpdir(), 'metrics-'));
afterAll(() => rmSync(dataFolder, { recursive: true }));
const storage = openFolderStorage(join(dataFolder, 'files'), storySecret, '/api');
const parts = { storage, dataFolder, version: '1.2.3' };

/** A server with metrics; `read` fetches an address of their port. */
async function withMetrics(
  work: (visitor: Visitor, read: (path: string) => Promise<[number, string]>, observeCall: ObserveCall) => Promise<void>,
  sender?: CodeSender,
  given: Partial<typeof parts> = {},
  timings: Parameters<typeof openMetrics>[1] = [],
) {
  const counted = sender && countSends(sender);
  const metrics = openMetrics(
    {
      ...parts,
      ...given,
      pool: story.database.pool,
      contextOf: () => ({ db: story.database.db, now: story.now, random: () => 0.5 }),
      reportFailure: (error) => expect.unreachable(String(error)),
    },
    [...timings, ...(counted ? [counted.sends] : [])],
  );
  const app = await story.serverWith({}, { observeCall: metrics.observeCall, ...(counted ? { codeSender: counted } : {}) });
  const port = await metrics.listen(app, { port: 0, host: '127.0.0.1' });
  try {
    const read = async (path: string): Promise<[number, string]> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.text()];
    };
    await work(new Visitor(app), read, metrics.observeCall);
  } finally {
    await metrics.close();
    await app.close();
  }
}

const valueOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

test('calls are counted by their route and class of status, and no address or number of a person appears', () =>
  withMetrics(async (visitor, read) => {
    const student = await story.student();
    visitor.token = student.token;
    await visitor.send({ method: 'GET', url: `/api/tests/987654321?secret=word` });
    await visitor.call(requestOtp, { phone_number: '7123456789' });
    await visitor.send({ method: 'GET', url: '/nowhere/7123456789' });
    const [status, text] = await read('/metrics');
    expect(status).toBe(200);
    expect(valueOf(text, 'abhyas_call_seconds_count{route="POST /api/authentications/request_otp",status="2xx"}')).toBe('1');
    expect(valueOf(text, 'abhyas_call_seconds_count{route="none",status="4xx"}')).toBe('2');
    expect(text).not.toMatch(/7123456789|987654321|secret/);
  }));

test('open tests, tests that should have ended, and jobs of all processes are reported', () =>
  withMetrics(async (_visitor, read) => {
    story.pass(3600);
    const student = await story.student({ institute: 'school' });
    const id = await story.idOf('papers', 'hall');
    const before = Number(valueOf((await read('/metrics'))[1], 'abhyas_open_tests'));
    await student.call(findOrCreateSessionItem, { id });
    const [, text] = await read('/metrics');
    expect(valueOf(text, 'abhyas_open_tests')).toBe(String(before + 1));
    expect(valueOf(text, 'abhyas_overdue_tests')).toBe('0');
    expect(valueOf(text, 'abhyas_database_up')).toBe('1');
    expect(Number(valueOf(text, 'abhyas_pool_connections'))).toBeGreaterThan(0);
    story.pass(24 * 3600);
    const [, dayAfter] = await read('/metrics');
    expect(valueOf(dayAfter, 'abhyas_overdue_tests')).toBe('1');
  }));

test('backups, disk, clock, version and storage are reported as in the operator’s status', async () => {
  const made_at = new Date('2027-01-09T00:00:00Z');
  await withMetrics(async (_visitor, read) => {
    const [, never] = await read('/metrics');
    expect(valueOf(never, 'abhyas_backup_made_timestamp_seconds')).toBe('0');
    const row = { id: 'one', made_at, database_bytes: 1, files: 0, file_bytes: 0, proved_at: null };
    await story.database.db.insertInto('backups').values(row).execute();
    const [, made] = await read('/metrics');
    expect(valueOf(made, 'abhyas_backup_made_timestamp_seconds')).toBe(String(made_at.getTime() / 1000));
    expect(valueOf(made, 'abhyas_backup_proved_timestamp_seconds')).toBe('0');
    await story.database.db.updateTable('backups').set({ proved_at: story.now }).execute();
    const [, proved] = await read('/metrics');
    expect(valueOf(proved, 'abhyas_backup_proved_timestamp_seconds')).toBe(String(made_at.getTime() / 1000));
    expect(proved).toMatch(/^abhyas_version_info\{version="1\.2\.3",step="\d{4}-[a-z-]+"\} 1$/m);
    expect(Number(valueOf(proved, 'abhyas_disk_free_bytes'))).toBeGreaterThan(0);
    // The clock of a story is in the future.
    expect(Number(valueOf(proved, 'abhyas_clock_ahead_seconds'))).toBeGreaterThan(3600);
    expect(valueOf(proved, 'abhyas_storage_up')).toBe('1');
  });
  const away = { ...storage, find: () => Promise.reject(new StorageFault('The storage did not answer.')) };
  await withMetrics(async (_visitor, read) => expect(valueOf((await read('/metrics'))[1], 'abhyas_storage_up')).toBe('0'), undefined, {
    storage: away,
  });
});

test('calls of the storage are timed by operation and outcome, and work as before', async () => {
  const { timed, storageCalls } = timeStorage<Storage>({
    ...storage,
    remove: () => Promise.reject(new StorageFault('The storage did not answer.')),
  });
  await timed.write('passes/one', 'text/plain', Buffer.from('one'));
  expect(await timed.find('passes/one')).toMatchObject({ bytes: 3 });
  await expect(timed.remove('passes/one')).rejects.toThrow('The storage did not answer.');
  const counts = (await storageCalls.get()).values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts.map(({ labels, value }) => [labels.operation, labels.outcome, value])).toEqual([
    ['write', 'ok', 1],
    ['find', 'ok', 1],
    ['remove', 'failed', 1],
  ]);
});

test('messages are counted by whether the provider took them', async () => {
  let isWorking = true;
  const sender: CodeSender = {
    isShownOnPage: true,
    send: async () => {
      if (!isWorking) throw new Error('The provider is away');
    },
    sendLink: null,
    sendLetter: null,
  };
  const counted = countSends(sender);
  await counted.send('7000000001', '123456');
  isWorking = false;
  await expect(counted.send('7000000001', '123456')).rejects.toThrow('The provider is away');
  const { values } = await counted.sends.get();
  expect(values.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
    ['accepted', 1],
    ['refused', 1],
  ]);
});

test('calls that a full disk refused are counted', () =>
  withMetrics(async (_visitor, read, observeCall) => {
    observeCall('POST /api/student_app/upload_student_responses', 507, 12);
    observeCall('POST /api/student_app/upload_student_responses', 503, 12);
    expect(valueOf((await read('/metrics'))[1], 'abhyas_disk_full_calls_total')).toBe('1');
  }));

const deploy = (name: string) => readFileSync(join(import.meta.dirname, '../../../../../../deploy', name), 'utf8');
const namesIn = (text: string) => new Set(text.match(/\b(?:abhyas|nodejs|process)_\w+/g));

test('every metric that the alarms, the dashboard and the documentation name exists, and the documentation names all of ours', async () => {
  const alarms = parse(deploy('abhyas-alarms.yml')) as { groups: { rules: { expr: string }[] }[] };
  const dashboard = JSON.parse(deploy('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const questions = [...alarms.groups.flatMap(({ rules }) => rules), ...dashboard.panels.flatMap(({ targets }) => targets)];
  const documented = namesIn(readFileSync(join(import.meta.dirname, '../../../../../../docs/operating.md'), 'utf8'));
  const sender: CodeSender = { isShownOnPage: true, send: () => Promise.resolve(), sendLink: null, sendLetter: null };
  const { timed, storageCalls } = timeStorage(storage);
  await timed.find('passes/none');
  await withMetrics(
    async (_visitor, read) => {
      const [, text] = await read('/metrics');
      const written = new Set(
        [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
          type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
        ),
      );
      for (const { expr } of questions) {
        const names = namesIn(expr);
        expect(names.size + Number(expr.startsWith('up{')), expr).toBeGreaterThan(0);
        expect(
          [...names].filter((name) => !written.has(name)),
          expr,
        ).toEqual([]);
      }
      expect([...documented].filter((name) => !written.has(name))).toEqual([]);
      const own = [...text.matchAll(/^# TYPE (abhyas_\w+)/gm)].map(([, name = '']) => name);
      expect(own.filter((name) => !documented.has(name))).toEqual([]);
    },
    sender,
    {},
    [storageCalls],
  );
});

test('only the metrics can be read on their port', () =>
  withMetrics(async (_visitor, read) => {
    for (const path of ['/', '/api/users/get_user_info', '/metrics/', '/healthz']) expect(await read(path)).toEqual([404, '']);
  }));

test('while the database is away, the figures of the process are still reported', async () => {
  const gone = await openTestDatabase(inject('template'));
  await gone.close();
  const failures: unknown[] = [];
  const metrics = openMetrics({
    ...parts,
    pool: gone.pool,
    contextOf: () => ({ db: gone.db, now: story.now, random: () => 0.5 }),
    reportFailure: (error) => failures.push(error),
  });
  const port = await metrics.listen(story.app, { port: 0, host: '127.0.0.1' });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await metrics.close();
  expect(valueOf(text, 'abhyas_database_up')).toBe('0');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('abhyas_open_tests');
  expect(failures).toHaveLength(1);
});

test('at the level info each call is one line with request id, route, status and time, and without its address', async () => {
  const lines: string[] = [];
  const app = await story.serverWith({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } });
  await new Visitor(app).send({ method: 'GET', url: '/api/users/me?secret=word' });
  await app.close();
  const calls = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'call');
  expect(calls).toEqual([
    expect.objectContaining({
      reqId: expect.any(String),
      time: expect.any(Number),
      route: 'GET /api/users/me',
      status: 401,
      ms: expect.any(Number),
    }),
  ]);
  expect(lines.join('')).not.toContain('secret');
});
