import { startLoad } from '../load/load-process.ts';
import type { Call, CallsAnswer } from '../load/load-job.ts';
import { UploadSource } from '../load/upload-source.ts';
import { addInstitute, type BenchInstitute } from '../institute.ts';
import { addInstitutePaper } from '../institute-paper.ts';
import type { OpenDatabase } from '@abhyas/server/database/open';
import { startServer } from '../server/start-server.ts';
import { answerQuestions, beginSessions, type PaperQuestion, type TestTaker } from '../test-takers.ts';
import type { Measure } from './measure.ts';

const students = 2000;
const updates = 1000;
const clients = 4;
/** Forty updates a second, as from two hundred screens; the whole run is longer than the time for which the count of answers is cached. */
const updateEveryMs = 25;
/** An open test uploads every minute. */
const uploadEveryMs = 60_000 / students;

interface Hall extends BenchInstitute {
  paper_id: number;
  questions: PaperQuestion[];
}

/**
 * A test that began half an hour ago, at least three fifths answered, with every student heard from in the last minute; some left the
 * window.
 */
async function addHall(database: OpenDatabase): Promise<Hall> {
  const { db, pool } = database;
  const institute = await addInstitute(database, 'bench-hall', students);
  const minutes = (from: number) => new Date(Date.now() + from * 60_000);
  const { paper_id, questions } = await addInstitutePaper(database, institute.id, { opens_at: minutes(-30), closes_at: minutes(180) });
  await db
    .insertInto('paper_assignments')
    .values(institute.students.map(({ student_id }) => ({ paper_id, student_id })))
    .execute();
  const sitting = await beginSessions(database, institute.students, paper_id, { beganAt: minutes(-30), deadline: minutes(150) });
  await answerQuestions(database, sitting, paper_id, 4);
  await pool.query(
    `update sessions set time_reported_at = now() - random() * interval '60 seconds',
       locked_at = case when student_id % 50 = 0 then now() - interval '1 minute' end where paper_id = $1`,
    [paper_id],
  );
  await pool.query(
    `insert into session_events (student_id, session_id, kind, second, at)
     select student_id, id, 'left_window', 60 * n, now() from sessions, generate_series(1, 3) n where paper_id = $1 and student_id % 10 = 0`,
    [paper_id],
  );
  await pool.query('vacuum analyze');
  return { ...institute, students: sitting, paper_id, questions };
}

function uploadsOf({ students: sitting, questions }: Hall, count: number): Call[] {
  const source = new UploadSource(sitting, questions);
  return Array.from({ length: count }, () => {
    const { testTaker, version, responses } = source.next();
    const { session_id, token } = testTaker;
    const body = { session_id, writer: 1, session_time_spent: version, current_index: 0, responses: JSON.stringify(responses) };
    return { path: '/student_app/upload_student_responses', token, body };
  });
}

/** The hall as its screens fetch it, with the names known, while its students upload. */
export const hall2000: Measure = {
  name: 'hall_2000',
  unit: 'ms (p99)',
  aim: { most: 30, mostKb: 20 },
  measure: async ({ database, productServer }) => {
    const hall = await database.use(addHall);
    const server = await startServer(productServer, [], database);
    const [load, uploading] = [startLoad(), startLoad()];
    const path = `/staff/tests/${hall.paper_id}/hall`;
    const tokenOf = (at: number) => (hall.teachers[at % hall.teachers.length] as TestTaker).token;
    try {
      const answer = await fetch(`${server.address}/api${path}`, { headers: { authorization: `Bearer ${tokenOf(0)}` } });
      const { roster } = (await answer.json()) as { roster: string };
      const updatesOf = (count: number): Call[] =>
        Array.from({ length: count }, (_none, at) => ({ path: `${path}?roster=${roster}`, token: tokenOf(at) }));
      const ask = (count: number) =>
        load.drive<CallsAnswer>({
          kind: 'calls',
          address: server.address,
          calls: updatesOf(count),
          clients,
          everyMs: updateEveryMs,
        });
      await ask(100);
      const uploads = uploadsOf(hall, Math.floor((updates * updateEveryMs) / uploadEveryMs));
      const uploaded = uploading.drive({ kind: 'calls', address: server.address, calls: uploads, clients, everyMs: uploadEveryMs });
      const { p50, p99, largestKb } = await ask(updates);
      await uploaded;
      return { value: p99 ?? Number.NaN, beside: null, ratio: null, p50, p99, kB: largestKb };
    } finally {
      load.stop();
      uploading.stop();
      await server.stop();
    }
  },
};
