import { openTab, signedIn, withBrowser } from '../phone/phone.ts';
import { longestTaskOf, recordTasks } from '../phone/main-thread.ts';
import { openFirstQuestion, stepThrough } from '../phone/test-screen.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Measure, median } from './measure.ts';

const runs = 5;
/** From a question that is shown to the press of the button: nobody sees a question and reacts to it faster. */
const pauseMs = 250;

/** The longest task of the page's main thread while a student steps through the whole paper with Save & Next. */
export const longestTask: Measure = {
  name: 'longest_task',
  unit: 'ms',
  aim: { most: 50 },
  measure: async ({ database, sitters, productServer }) => {
    const server = await startServer(productServer, [], database);
    try {
      return await withBrowser(async (browser) => {
        const longest: number[] = [];
        for (const sitter of sitters.waiting.splice(0, runs)) {
          const context = await signedIn(browser, server.address, sitter);
          const { page } = await openTab(context);
          await openFirstQuestion(page, server.address, sitters.paper_id);
          const events = await recordTasks(browser, page, () => stepThrough(page, sitters.questions.length, pauseMs));
          longest.push(longestTaskOf(events));
          await context.close();
        }
        return alone(median(longest));
      });
    } finally {
      await server.stop();
    }
  },
};
