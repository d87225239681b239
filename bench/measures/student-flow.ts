import type { OpenDatabase } from '@abhyas/server/database/open';
import { addFlowPaper, type FlowPaper } from '../flow-paper.ts';
import { keptSessions, markerOf } from '../kept-sessions.ts';
import { answerOf, studentOf } from '../load/flow-student.ts';
import { startLoad } from '../load/load-process.ts';
import { postmasterOf, processorSeconds } from '../server/processor-time.ts';
import { startServer } from '../server/start-server.ts';
import type { Measure } from './measure.ts';

const concurrency = 16;
const warmUpSeconds = 5;
const seconds = 20;

/** Throws unless every student's session is finished and has the sent answers with their marks. */
async function checkStudents(database: OpenDatabase, paper: FlowPaper, students: number): Promise<void> {
  const mark = await markerOf(database, paper.id);
  let checked = 0;
  for await (const { phone, status, finished_by, total_score, responses } of keptSessions(database, paper.id)) {
    const kept = new Map(responses.map((response) => [response.question_id, response]));
    const isKept = paper.questions.every((question, position) => {
      const { responses: options, rich_response } = answerOf(studentOf(phone), question, position);
      const response = kept.get(question.id);
      return response?.rich_response === rich_response && response.responses.join() === options.join();
    });
    const { score, questions } = mark(responses);
    const isMarked =
      total_score === score &&
      responses.every(({ question_id, marks, result }) => {
        const question = questions.get(question_id);
        return marks === question?.marks && result === question.outcome;
      });
    if (status !== 'COMPLETE' || finished_by !== 'student') throw new Error(`The test of ${phone} is not finished`);
    if (!isKept || kept.size !== paper.questions.length) throw new Error(`The database lacks answers of ${phone}`);
    if (!isMarked) throw new Error(`The marks of ${phone} are wrong: ${total_score} in all`);
    checked += 1;
  }
  if (checked !== students) throw new Error(`${students} students took the test, but the database has ${checked} sessions`);
}

const used = (before: number | null, after: number | null, students: number) =>
  before === null || after === null ? null : (after - before) / students;

/**
 * New students from sign-in to review, sixteen at once and without a pause. There is no comparison in the run: a tuned Moodle 4.5 serves
 * 142 students a minute on two processors, at 0.8 processor seconds each, and we want 25 times that.
 */
export const studentFlow: Measure = {
  name: 'student_flow',
  unit: 'students/min',
  aim: { least: 25 * 142 },
  measure: async ({ database, productServer }) => {
    const { paper, postmaster } = await database.use(async (opened) => {
      const added = await addFlowPaper(opened);
      await opened.pool.query('analyze');
      return { paper: added, postmaster: await postmasterOf(opened) };
    });
    const server = await startServer(productServer, [], database);
    const load = startLoad();
    const drive = (length: number) => load.drive({ kind: 'flow', address: server.address, paper, concurrency, seconds: length });
    const processor = () => ({
      server: processorSeconds(server.child.pid ?? 0),
      database: postmaster === null ? null : processorSeconds(postmaster),
    });
    try {
      const first = await drive(warmUpSeconds);
      const before = processor();
      const { count, perSecond, p50, p99 } = await drive(seconds);
      const after = processor();
      await server.stop();
      await database.use((opened) => checkStudents(opened, paper, first.count + count));
      return {
        value: perSecond * 60,
        beside: null,
        ratio: null,
        p50,
        p99,
        processor: { server: used(before.server, after.server, count), database: used(before.database, after.database, count) },
      };
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
