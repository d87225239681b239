import type { OpenDatabase } from '@abhyas/server/database/open';
import type { TestTaker } from '../test-takers.ts';
import type { LoadAnswer } from './load-job.ts';
import { timeLoops } from './timed.ts';

const insertSession = `
insert into sessions (student_id, object_type, paper_id, began_at, seal_key) values ($1, 1, $2, now(), $3) returning id, writer`;

/** The rows of a newly begun test: paper, session, responses. Without the checks of sign-in, owner and window. */
const readSession = `
select to_json(p) as paper, to_json(s) as session,
  coalesce((select json_agg(r) from responses r where r.student_id = s.student_id and r.session_id = s.id), '[]') as responses
from sessions s join papers p on p.id = s.paper_id
where s.student_id = $1 and s.paper_id = $2 and s.status = 'IN_PROGRESS'`;

const sealKey = Buffer.alloc(32, 1);

/** Begins and reads sessions directly in the database, in `connections` loops at once. */
export function beginRaw(
  { pool }: OpenDatabase,
  paper_id: number,
  testTakers: readonly TestTaker[],
  connections: number,
): Promise<LoadAnswer> {
  const waiting = [...testTakers];
  return timeLoops(
    connections,
    () => waiting.length === 0,
    async () => {
      const { student_id } = waiting.pop() ?? {};
      await pool.query({ name: 'raw_begin', text: insertSession, values: [student_id, paper_id, sealKey] });
      await pool.query({ name: 'raw_read', text: readSession, values: [student_id, paper_id] });
    },
  );
}
