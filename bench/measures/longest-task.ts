import { longestTaskDuring } from '../phone/main-thread.ts';
import { withPhone } from '../phone/phone.ts';
import { openFirstQuestion, stepThrough } from '../phone/test-screen.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure, median } from './measure.ts';

const runs = 5;
/** Ms from a question to the press: nobody sees a question and reacts to it faster. */
const pauseMs = 250;

/** The longest task of the page's main thread while a student steps through the whole paper with Save & Next. */
export const longestTask: Measure = {
  name: 'longest_task',
  unit: 'ms',
  aim: { most: 80 },
  measure: async ({ database, testTakers, productServer }) => {
    const server = await startServer(productServer, [], database);
    try {
      const longest: number[] = [];
      for (const testTaker of testTakers.waiting.splice(0, runs)) {
        const one = await withPhone(server.address, testTaker, async (phone) => {
          const tab = await phone.openTab();
          await openFirstQuestion(tab, server.address, testTakers.paper_id);
          return longestTaskDuring(phone, () => stepThrough(tab, testTakers.questions.length, pauseMs));
        });
        longest.push(one);
      }
      return alone(median(longest));
    } finally {
      await server.stop();
    }
  },
};
