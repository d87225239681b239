import type { OpenDatabase } from '@abhyas/server/database/open';
import { drive } from '../load/load-process.ts';
import { root } from '../root.ts';
import { keptSessions, markerOf } from '../kept-sessions.ts';
import { startServer } from '../server/start-server.ts';
import { addStudents, answerQuestions, beginSessions } from '../test-takers.ts';
import { alone, type Measure } from './measure.ts';

const dueSessions = 10_000;
const hourMs = 3_600_000;

/** Records every end of a session, so that a second end cannot go unnoticed. */
const watchEnds = `
create table bench_ends (session_id bigint not null);
create function bench_note_end() returns trigger language plpgsql as $$
  begin insert into bench_ends values (new.id); return null; end $$;
create trigger bench_ends after update of status on sessions for each row when (new.status = 'COMPLETE') execute function bench_note_end()`;

/** Adds ten thousand sessions past their deadline, with four fifths of their questions answered. */
async function addDueSessions(database: OpenDatabase, paper_id: number): Promise<void> {
  const now = Date.now();
  const students = await addStudents(database, dueSessions, new Date());
  const times = { beganAt: new Date(now - 4 * hourMs), deadline: new Date(now - hourMs) };
  await answerQuestions(database, await beginSessions(database, students, paper_id, times), paper_id, 4);
  await database.pool.query(watchEnds);
  await database.pool.query('vacuum analyze');
}

/** Throws unless every session has ended once, at its deadline, with the marks of its answers. */
async function checkEnds(database: OpenDatabase, paper_id: number): Promise<void> {
  const mark = await markerOf(database, paper_id);
  let right = 0;
  let wrong = 0;
  for await (const session of keptSessions(database, paper_id, { withDeadline: true })) {
    const isRight = session.finished_by === 'clock' && session.total_score === mark(session.responses).score;
    if (isRight) right += 1;
    else wrong += 1;
  }
  const { rows } = await database.pool.query<{ ends: number; ended: number }>(
    'select count(*) as ends, count(distinct session_id) as ended from bench_ends',
  );
  const { ends, ended } = rows[0] ?? {};
  if (right !== dueSessions || wrong > 0 || ends !== dueSessions || ended !== dueSessions)
    throw new Error(
      `Of ${dueSessions} due sessions ${ended} ended (${ends} ends were written); ${right} have the right marks, ${wrong} do not`,
    );
}

/** Seconds that the job in the measured server takes to end ten thousand tests that are due at once. */
export const end10000: Measure = {
  name: 'end_10000',
  unit: 's',
  aim: { most: 15 },
  measure: async ({ database, testTakers: { paper_id }, benchServer }) => {
    await database.use((opened) => addDueSessions(opened, paper_id));
    const server = await startServer(benchServer, [root], database);
    try {
      const { seconds } = await drive(server.child, { kind: 'end_due' });
      await server.stop();
      await database.use((opened) => checkEnds(opened, paper_id));
      return alone(seconds);
    } finally {
      await server.stop();
    }
  },
};
