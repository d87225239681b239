import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import type { CodeSender } from '../../../integrations/sms/sender.ts';
import * as store from './metrics.store.ts';

type SharedFigures = Awaited<ReturnType<typeof store.findSharedFigures>>;

/** Numbers of connections of a pool, and of statements that wait for one. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface MetricsParts {
  pool: Pool;
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

const secondsOfCalls = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts messages with codes and links by outcome. */
export function countSends(sender: CodeSender): CodeSender & { sends: Counter } {
  const sends = new Counter({
    name: 'abhyas_messages_total',
    help: 'Messages with codes and links, by whether the provider accepted them.',
    labelNames: ['outcome'],
    registers: [],
  });
  const counted = async (sending: Promise<void>) => {
    try {
      await sending;
    } catch (error) {
      sends.inc({ outcome: 'refused' });
      throw error;
    }
    sends.inc({ outcome: 'accepted' });
  };
  const { sendLink } = sender;
  return {
    isShownOnPage: sender.isShownOnPage,
    sends,
    send: (phone, code) => counted(sender.send(phone, code)),
    sendLink: sendLink && ((phone, link) => counted(sendLink(phone, link))),
  };
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

function addSharedFigures(register: Registry): (figures: SharedFigures) => void {
  const registers = [register];
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
  return ({ openTests, overdueTests, undecidedLateUploads, jobs: rows }) => {
    open.set(openTests);
    overdue.set(overdueTests);
    late.set(undecidedLateUploads);
    jobs.reset();
    ages.reset();
    for (const { name, state, count, oldestSeconds } of rows) {
      jobs.set({ name, state }, count);
      ages.set({ name, state }, oldestSeconds);
    }
  };
}

/**
 * Figures of this process and of the database, in the text format of Prometheus. No figure is personal. Simultaneous readers share one
 * reading; where the database does not answer, its figures are left out and `abhyas_database_up` is 0.
 */
export function openMetrics({ pool, contextOf, reportFailure }: MetricsParts, sends?: Counter): Metrics {
  const ofProcess = new Registry();
  const ofDatabase = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  if (sends) ofProcess.registerMetric(sends);
  const setShared = addSharedFigures(ofDatabase);
  const up = new Gauge({ name: 'abhyas_database_up', help: 'Whether the database answered.', registers: [ofProcess] });
  const calls = new Histogram({
    name: 'abhyas_call_seconds',
    help: 'Time to the end of the answer, by route and class of status.',
    labelNames: ['route', 'status'],
    buckets: secondsOfCalls,
    registers: [ofProcess],
  });

  const read = async (): Promise<string> => {
    const shared = await store.findSharedFigures(contextOf()).catch((error: unknown) => {
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
    observeCall: (route, status, ms) => calls.observe({ route, status: `${Math.floor(status / 100)}xx` }, ms / 1000),
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
