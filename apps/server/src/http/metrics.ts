import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CodeSender } from '../integrations/sms/sender.ts';

/** What the database says about the work of all processes. */
export interface SharedFigures {
  openTests: number;
  /** Tests in progress that should have been ended. */
  overdueTests: number;
  /** Late answer files that no member of staff has decided on. */
  undecidedLateUploads: number;
  /** Jobs that wait, run or have failed, by name and state; `oldestSeconds` since the oldest of them was sent. */
  jobs: readonly { name: string; state: string; count: number; oldestSeconds: number }[];
}

export interface MetricsParts {
  pool: pg.Pool;
  readShared: () => Promise<SharedFigures>;
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

/** Counts messages with sign-in codes by outcome. The metrics of a process without such a sender lack the counter. */
export function countSends(sender: CodeSender): CodeSender & { sends: Counter } {
  const sends = new Counter({
    name: 'abhyas_code_messages_total',
    help: 'Messages with sign-in codes, by whether the provider accepted them.',
    labelNames: ['outcome'],
    registers: [],
  });
  return {
    isShownOnPage: sender.isShownOnPage,
    sends,
    send: (phone, code) =>
      sender.send(phone, code).then(
        () => sends.inc({ outcome: 'accepted' }),
        (error: unknown) => {
          sends.inc({ outcome: 'refused' });
          throw error;
        },
      ),
  };
}

function addFiguresOf(app: FastifyInstance, pool: pg.Pool, register: Registry): void {
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
 * Figures of this process and of the database, in the text format of Prometheus. No figure is of a person. Simultaneous readers share one
 * reading; where the database does not answer, its figures are left out and `abhyas_database_up` is 0.
 */
export function openMetrics({ pool, readShared, reportFailure }: MetricsParts, sends?: Counter): Metrics {
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
