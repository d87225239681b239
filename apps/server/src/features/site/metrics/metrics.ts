import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import type { CodeSender } from '../../../integrations/sms/sender.ts';
import { PartsFault, SizeFault, type Storage } from '../../../integrations/storage/storage.ts';
import { type Status, statusOf } from '../status/status.ts';
import * as store from './metrics.store.ts';

type SharedFigures = Awaited<ReturnType<typeof store.findSharedFigures>> & { status: Status };

/** Counts of connections of a pool, and of statements that wait for one. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface MetricsParts {
  pool: Pool;
  storage: Storage;
  dataFolder: string;
  /** The version of Abhyas. */
  version: string;
  contextOf: () => Context;
  reportFailure: (error: unknown) => void;
}

/** Receives each answered call: method and pattern of its address, status, and milliseconds to the end of the answer. */
export type ObserveCall = (route: string, status: number, ms: number) => void;

export interface Metrics {
  observeCall: ObserveCall;
  /** Listens for Prometheus on a port of its own, and returns the port. */
  listen(app: FastifyInstance, at: { port: number; host: string }): Promise<number>;
  close(): Promise<void>;
}

const fullDiskStatus = new Problem('storage_full').status;
const secondsOfCalls = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts text messages by outcome. */
export function countSends(sender: CodeSender): CodeSender & { sends: Counter } {
  const sends = new Counter({
    name: 'abhyas_messages_total',
    help: 'Text messages, by whether the provider accepted them.',
    labelNames: ['outcome'],
    registers: [],
  });
  // Prometheus cannot see the first refusal as an increase of a figure that was not there before.
  for (const outcome of ['accepted', 'refused']) sends.inc({ outcome }, 0);
  const counted = async (sending: Promise<void>) => {
    try {
      await sending;
    } catch (error) {
      sends.inc({ outcome: 'refused' });
      throw error;
    }
    sends.inc({ outcome: 'accepted' });
  };
  const { sendLink, sendLetter } = sender;
  return {
    isShownOnPage: sender.isShownOnPage,
    sends,
    send: (phone, code) => counted(sender.send(phone, code)),
    sendLink: sendLink && ((phone, link) => counted(sendLink(phone, link))),
    sendLetter: sendLetter && ((phone, link, language) => counted(sendLetter(phone, link, language))),
  };
}

const calledOnStorage = [
  'find',
  'read',
  'write',
  'writeStream',
  'remove',
  'move',
  'beginParts',
  'listParts',
  'finishParts',
  'abortParts',
] as const satisfies (keyof Storage)[];

/** Measures the calls of a storage, up to the first byte of a read. A file that is refused for its size or parts is no failure. */
export function timeStorage<S extends Storage>(storage: S): { timed: S; storageCalls: Histogram } {
  const storageCalls = new Histogram({
    name: 'abhyas_storage_call_seconds',
    help: 'Time of calls to the storage of files, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: secondsOfCalls,
    registers: [],
  });
  const timedCall =
    (operation: (typeof calledOnStorage)[number]) =>
    async (...args: unknown[]) => {
      const end = storageCalls.startTimer({ operation });
      try {
        const answer = await (storage[operation] as (...of: unknown[]) => Promise<unknown>)(...args);
        end({ outcome: 'ok' });
        return answer;
      } catch (error) {
        end({ outcome: error instanceof SizeFault || error instanceof PartsFault ? 'ok' : 'failed' });
        throw error;
      }
    };
  return { timed: { ...storage, ...Object.fromEntries(calledOnStorage.map((name) => [name, timedCall(name)])) }, storageCalls };
}

function addFiguresOf(app: FastifyInstance, pool: Pool, register: Registry): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await read());
      },
    });
  gauge('abhyas_pool_connections', 'Connections to the database.', () => pool.totalCount);
  gauge('abhyas_pool_idle_connections', 'Connections to the database without a statement.', () => pool.idleCount);
  gauge('abhyas_pool_waiting', 'Statements that wait for a connection to the database.', () => pool.waitingCount);
  let sockets = 0;
  app.server.on('upgrade', (_request, socket) => {
    sockets += 1;
    socket.once('close', () => (sockets -= 1));
  });
  gauge('abhyas_live_sockets', 'Live sockets of pages.', () => sockets);
  gauge(
    'abhyas_connections',
    'Connections to this process.',
    () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0))),
  );
}

/** Zero stands for never, because it is a moment long past. */
const secondsOf = (moment: Date | null) => (moment?.getTime() ?? 0) / 1000;

/** The state of the installation, as `npm run maintenance -- status` reports it. */
function addStatus(register: Registry): (status: Status) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers: [register] });
  const version = gauge('abhyas_version_info', 'The version of this process, and the last step of the database.', ['version', 'step']);
  const made = gauge('abhyas_backup_made_timestamp_seconds', 'When the newest backup was made; 0 for never.');
  const proved = gauge('abhyas_backup_proved_timestamp_seconds', 'When the newest backup that was proved was made; 0 for never.');
  const databaseBytes = gauge('abhyas_database_bytes', 'Size of the database.');
  const free = gauge('abhyas_disk_free_bytes', 'Free bytes on the disk of the data folder of this process.');
  const disk = gauge('abhyas_disk_bytes', 'Bytes of the disk of the data folder of this process.');
  const ahead = gauge('abhyas_clock_ahead_seconds', "Seconds by which the clock of this process is ahead of the database's.");
  const storage = gauge('abhyas_storage_up', 'Whether the storage of files answered.');
  return (status) => {
    version.reset();
    version.set({ version: status.version, step: status.database.step }, 1);
    made.set(secondsOf(status.backups.made_at));
    proved.set(secondsOf(status.backups.proved_made_at));
    databaseBytes.set(status.database.bytes);
    free.set(status.disk.freeBytes);
    disk.set(status.disk.bytes);
    ahead.set(status.aheadSeconds);
    storage.set(status.isStorageReachable ? 1 : 0);
  };
}

function addSharedFigures(register: Registry): (figures: SharedFigures) => void {
  const registers = [register];
  const setStatus = addStatus(register);
  const open = new Gauge({ name: 'abhyas_open_tests', help: 'Tests in progress, of all processes.', registers });
  const overdue = new Gauge({
    name: 'abhyas_overdue_tests',
    help: 'Tests not ended three minutes after their deadline, of all processes.',
    registers,
  });
  const late = new Gauge({ name: 'abhyas_undecided_late_uploads', help: 'Late answer files without a decision of staff.', registers });
  const jobs = new Gauge({ name: 'abhyas_jobs', help: 'Jobs, of all processes.', labelNames: ['name', 'state'], registers });
  const ages = new Gauge({
    name: 'abhyas_oldest_job_seconds',
    help: 'Seconds since the oldest job of the state was sent, of all processes.',
    labelNames: ['name', 'state'],
    registers,
  });
  return ({ openTests, overdueTests, undecidedLateUploads, status }) => {
    setStatus(status);
    open.set(openTests);
    overdue.set(overdueTests);
    late.set(undecidedLateUploads);
    jobs.reset();
    ages.reset();
    for (const { name, state, count, oldestSeconds } of status.jobs) {
      jobs.set({ name, state }, count);
      ages.set({ name, state }, oldestSeconds);
    }
  };
}

/**
 * Figures of this process and of the database, in the text format of Prometheus. No figure is personal. Simultaneous readers share one
 * reading; where the database does not answer, its figures are left out and `abhyas_database_up` is 0.
 */
export function openMetrics(
  { pool, contextOf, reportFailure, ...parts }: MetricsParts,
  counted: readonly (Counter | Histogram)[] = [],
): Metrics {
  const ofProcess = new Registry();
  const ofDatabase = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const metric of counted) ofProcess.registerMetric(metric);
  const setShared = addSharedFigures(ofDatabase);
  const up = new Gauge({ name: 'abhyas_database_up', help: 'Whether the database answered.', registers: [ofProcess] });
  const calls = new Histogram({
    name: 'abhyas_call_seconds',
    help: 'Time to the end of the answer, by route and class of status.',
    labelNames: ['route', 'status'],
    buckets: secondsOfCalls,
    registers: [ofProcess],
  });
  const fullDisks = new Counter({
    name: 'abhyas_disk_full_calls_total',
    help: 'Calls refused because the disk of the database or of the files is full.',
    registers: [ofProcess],
  });

  const readShared = async (): Promise<SharedFigures> => {
    const context = contextOf();
    return { status: await statusOf(context, parts), ...(await store.findSharedFigures(context)) };
  };
  const read = async (): Promise<string> => {
    const shared = await readShared().catch((error: unknown) => {
      reportFailure(error);
      return null;
    });
    up.set(shared === null ? 0 : 1);
    const own = await ofProcess.metrics();
    if (shared === null) return own;
    setShared(shared);
    return `${own}${await ofDatabase.metrics()}`;
  };
  let reading: Promise<string> | undefined;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    reading ??= read().finally(() => (reading = undefined));
    reading.then(
      (text) => response.writeHead(200, { 'content-type': ofProcess.contentType }).end(text),
      (error: unknown) => {
        reportFailure(error);
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 10_000;
  return {
    observeCall: (route, status, ms) => {
      calls.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
      if (status === fullDiskStatus) fullDisks.inc();
    },
    listen: async (app, { port, host }) => {
      addFiguresOf(app, pool, ofProcess);
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
