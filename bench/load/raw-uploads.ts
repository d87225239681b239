import type { OpenDatabase } from '@abhyas/server/database/open';
import { upsertSent } from '@abhyas/server/features/reports/uploads/upload-statement.store';
import type { LoadAnswer } from './load-job.ts';
import { after, timeLoops } from './timed.ts';
import type { Upload, UploadSource } from './upload-source.ts';

/** The upsert of the upload's statement alone, without the checks of sign-in, owner, deadline and question. */
const statement = `
with sent as (
  select question_id, translate(responses, '[]', '{}')::smallint[] as responses, rich_response, is_marked, is_visited, verified, version,
    question_time_spent, solution_request_time, $1::bigint as student_id, $2::bigint as session_id, 1 as sent_by, $3::timestamptz as sent_at
  from unnest($4::bigint[], $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::boolean[], $10::int[], $11::int[], $12::int[])
    as t(question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time)
)
${upsertSent}`;

function parametersOf({ testTaker, responses }: Upload): unknown[] {
  return [
    testTaker.student_id,
    testTaker.session_id,
    new Date().toISOString(),
    responses.map(({ question_id }) => question_id),
    responses.map((response) => JSON.stringify(response.responses)),
    responses.map(({ rich_response }) => rich_response),
    responses.map(({ is_marked }) => is_marked),
    responses.map(({ is_visited }) => is_visited),
    responses.map(({ verified }) => verified),
    responses.map(({ version }) => version),
    responses.map(({ question_time_spent }) => question_time_spent),
    responses.map(({ solution_request_time }) => solution_request_time),
  ];
}

/** Writes uploads directly to the database in `connections` loops at once. */
export function writeRaw({ pool }: OpenDatabase, source: UploadSource, connections: number, seconds: number): Promise<LoadAnswer> {
  return timeLoops(connections, after(seconds), async () => {
    await pool.query({ name: 'raw_upload', text: statement, values: parametersOf(source.next()) });
  });
}
