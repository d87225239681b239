import type { OpenDatabase } from '@abhyas/server/database/open';
import { withPhone } from '../phone/phone.ts';
import { practise } from '../phone/practice-screen.ts';
import { startServer } from '../server/start-server.ts';
import { addStudents } from '../test-takers.ts';
import { alone, type Measure, median } from './measure.ts';

const students = 5;
/** Ms before each press: nobody reads a question, or its outcome, faster. */
const pauseMs = 700;

/** The free topic with the longest questions. */
async function findTopic({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from topics t join chapters c on c.id = t.chapter_id join questions q on q.topic_id = t.id and q.is_for_practice
     where t.position = 0 and c.subject_id <= 3 and q.code not like 'bench-%' group by t.id
     having count(*) >= 10 order by sum(length(q.question_text)) desc limit 1`,
  );
  const [topic] = rows;
  if (!topic) throw new Error('The demo has no topic of ten questions');
  return topic.id;
}

/** Milliseconds from the press on Next after Verify until the next question of an adaptive practice is painted, on the simulated phone. */
export const nextQuestion: Measure = {
  name: 'next_question',
  unit: 'ms',
  aim: { most: 80 },
  measure: async ({ database, productServer }) => {
    const { topic_id, practising } = await database.use(async (opened) => ({
      topic_id: await findTopic(opened),
      practising: await addStudents(opened, students, new Date()),
    }));
    const server = await startServer(productServer, [], database);
    try {
      const times: number[] = [];
      for (const student of practising)
        times.push(
          ...(await withPhone(server.address, student, async (phone) =>
            practise(await phone.openTab(), server.address, topic_id, pauseMs),
          )),
        );
      process.stderr.write(`The longest of ${times.length}: ${Math.max(...times).toFixed(0)} ms\n`);
      return alone(median(times));
    } finally {
      await server.stop();
    }
  },
};
