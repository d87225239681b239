// A process of its own, so that whoever drives the load takes no time of the measured server.
import { openDatabase } from '@abhyas/server/database/open';
import autocannon from 'autocannon';
import type { Sitter } from '../sitters.ts';
import type { LoadAnswer, LoadJob } from './load-job.ts';
import { writeRaw } from './raw-uploads.ts';
import { UploadSource } from './upload-source.ts';

type HttpJob = Exclude<LoadJob, { kind: 'raw_uploads' }>;
type RawJob = Extract<LoadJob, { kind: 'raw_uploads' }>;

// Versions have to grow from one round to the next.
const sources = new Map<LoadJob['kind'], UploadSource>();
function sourceOf({ kind, sitters, questions }: Exclude<LoadJob, { kind: 'reads' }>): UploadSource {
  const source = sources.get(kind) ?? new UploadSource(sitters, questions);
  sources.set(kind, source);
  return source;
}

function uploadRequests(job: Extract<LoadJob, { kind: 'uploads' }>): autocannon.Request {
  const source = sourceOf(job);
  const setupRequest = (request: autocannon.Request) => {
    const { sitter, version, responses } = source.next();
    const body = {
      session_id: sitter.session_id,
      writer: 1,
      session_time_spent: version,
      current_index: version % job.questions.length,
      responses: JSON.stringify(responses),
    };
    return {
      ...request,
      headers: { authorization: `Bearer ${sitter.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  };
  return { method: 'POST', path: '/api/student_app/upload_student_responses', setupRequest };
}

function readRequests({ sitters, path }: { sitters: readonly Sitter[]; path: string }): autocannon.Request {
  let at = 0;
  const setupRequest = (request: autocannon.Request) => {
    at += 1;
    const token = sitters[at % sitters.length]?.token;
    return { ...request, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' } };
  };
  return { method: 'GET', path, setupRequest };
}

async function driveHttp(job: HttpJob): Promise<number> {
  const { address, connections, seconds } = job;
  const request = job.kind === 'uploads' ? uploadRequests(job) : readRequests(job);
  const result = await autocannon({ url: address, connections, duration: seconds, requests: [request] });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls were refused and ${result.errors} failed`);
  return result['2xx'] / result.duration;
}

async function driveRaw(job: RawJob): Promise<number> {
  const database = await openDatabase({ url: job.databaseUrl, connections: job.connections });
  try {
    return await writeRaw(database, sourceOf(job), job.connections, job.seconds);
  } finally {
    await database.close();
  }
}

process.on('message', (job: LoadJob) => {
  const work = job.kind === 'raw_uploads' ? driveRaw(job) : driveHttp(job);
  work.then(
    (perSecond) => process.send?.({ perSecond } satisfies LoadAnswer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
