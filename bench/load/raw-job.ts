import type { OpenDatabase } from '@abhyas/server/database/open';
import type { LoadAnswer, RawJob } from './load-job.ts';
import { beginRaw } from './raw-begins.ts';
import { writeRaw } from './raw-uploads.ts';
import { UploadSource } from './upload-source.ts';

// It outlives a round, because an answer must have a higher version than in the round before.
let source: UploadSource | undefined;

/** Runs a job directly on the database. */
export function driveRaw(database: OpenDatabase, job: RawJob): Promise<LoadAnswer> {
  if (job.kind === 'raw_begins') return beginRaw(database, job.paper_id, job.testTakers, job.connections);
  source ??= new UploadSource(job.testTakers, job.questions);
  return writeRaw(database, source, job.connections, job.seconds);
}
