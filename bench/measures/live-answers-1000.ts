import { addLiveClass, bankQuestions } from '../live-class.ts';
import type { LoadAnswer } from '../load/load-job.ts';
import { startLoad } from '../load/load-process.ts';
import { startTwoServers } from '../server/start-server.ts';
import type { Measure } from './measure.ts';

const students = 1000;
const withinMs = 3000;
const questions = 4;

/** A thousand students answer a question within three seconds, each over a separate connection, half of them at each of two servers. */
export const liveAnswers1000: Measure = {
  name: 'live_answers_1000',
  unit: 'ms (p99)',
  aim: { most: 500 },
  measure: async ({ database, productServer }) => {
    const live = await database.use(async (opened) =>
      addLiveClass(opened, 'bench-answers', students, await bankQuestions(opened, questions)),
    );
    const servers = await startTwoServers(productServer, database);
    const drivers = servers.map((server) => ({ server, load: startLoad() }));
    const answers = (question_id: number) =>
      Promise.all(
        drivers.map(({ server: { address }, load }, half) => {
          const calls = live.students
            .filter((_student, at) => at % drivers.length === half)
            .map(({ token }, at) => ({
              path: '/live_quiz/answer',
              token,
              body: { question_id, quiz_id: live.quiz_id, selected_option: 1 + (at % 4) },
            }));
          return load.drive({ kind: 'calls', address, calls, clients: calls.length, everyMs: withinMs / calls.length });
        }),
      );
    try {
      const [warmUp = 0, ...measured] = live.question_ids;
      await answers(warmUp);
      const found: LoadAnswer[] = [];
      for (const question_id of measured) found.push(...(await answers(question_id)));
      const worst = (key: 'p50' | 'p99') => Math.max(...found.map((answer) => answer[key] ?? Number.NaN));
      await database.use(async ({ pool }) => {
        const { rows } = await pool.query<{ count: number }>('select count(*) from live_quiz_answers where quiz_id = $1', [live.quiz_id]);
        if (rows[0]?.count !== students * questions) throw new Error(`${rows[0]?.count} of ${students * questions} answers are stored`);
      });
      return { value: worst('p99'), beside: null, ratio: null, p50: worst('p50'), p99: worst('p99') };
    } finally {
      for (const { load } of drivers) load.stop();
      for (const { server } of drivers) await server.stop();
    }
  },
};
