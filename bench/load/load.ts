// The load has a process of its own, so that it takes no time from the measured server.
import { openDatabase } from '@abhyas/server/database/open';
import autocannon from 'autocannon';
import { finishes } from './finishes.ts';
import { flow } from './flow.ts';
import type { DrivenAnswer, LoadAnswer, LoadJob, RawJob } from './load-job.ts';
import { makeCalls } from './make-calls.ts';
import { listen, openPages } from './pages.ts';
import { driveRaw } from './raw-job.ts';
import { rush } from './rush.ts';
import { UploadSource } from './upload-source.ts';

type Uploads = Extract<LoadJob, { kind: 'uploads' }>;
type Reads = Extract<LoadJob, { kind: 'reads' }>;

// It outlives a round, because an answer must have a higher version than in the round before.
let source: UploadSource | undefined;

function uploadRequests({ testTakers, questions }: Uploads): autocannon.Request {
  const uploads = (source ??= new UploadSource(testTakers, questions));
  const setupRequest = (request: autocannon.Request) => {
    const { testTaker, version, responses } = uploads.next();
    const body = {
      session_id: testTaker.session_id,
      writer: 1,
      session_time_spent: version,
      current_index: version % questions.length,
      responses: JSON.stringify(responses),
    };
    return {
      ...request,
      headers: { authorization: `Bearer ${testTaker.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  };
  return { method: 'POST', path: '/api/student_app/upload_student_responses', setupRequest };
}

function readRequests({ testTakers, path }: Reads): autocannon.Request {
  let at = 0;
  const setupRequest = (request: autocannon.Request) => {
    at += 1;
    const token = testTakers[at % testTakers.length]?.token;
    return { ...request, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' } };
  };
  return { method: 'GET', path, setupRequest };
}

async function driveCalls(job: Uploads | Reads): Promise<LoadAnswer> {
  const { address, connections, seconds } = job;
  const request = job.kind === 'uploads' ? uploadRequests(job) : readRequests(job);
  const result = await autocannon({ url: address, connections, duration: seconds, requests: [request] });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls were refused and ${result.errors} failed`);
  const { latency, duration } = result;
  const count = result['2xx'];
  return { count, seconds: duration, perSecond: count / duration, p50: latency.p50, p99: latency.p99 };
}

/** Works on the database over its own connections. */
async function driveDatabase(job: RawJob): Promise<LoadAnswer> {
  const database = await openDatabase({ url: job.databaseUrl, connections: job.connections });
  try {
    return await driveRaw(database, job);
  } finally {
    await database.close();
  }
}

function driveJob(job: LoadJob): Promise<LoadAnswer> {
  switch (job.kind) {
    case 'raw_uploads':
    case 'raw_begins':
      return driveDatabase(job);
    case 'calls':
      return makeCalls(job.address, job.calls, job.clients, job.everyMs);
    case 'open_pages':
      return openPages(job);
    case 'listen':
      return listen(job.seconds, job.acts);
    case 'flow':
      return flow(job.address, job.paper, job.concurrency, job.seconds);
    case 'finishes':
      return finishes(job.address, job.testTakers, job.connections);
    case 'rush':
      return rush(job.address, job.paper_id, job.testTakers);
    default:
      return driveCalls(job);
  }
}

process.on('message', (job: LoadJob) => {
  const before = process.cpuUsage();
  driveJob(job).then(
    (answer) => {
      const { user, system } = process.cpuUsage(before);
      process.send?.({ ...answer, processor: (user + system) / 1_000_000 } satisfies DrivenAnswer);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
