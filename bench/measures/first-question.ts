import { beginTest } from '../phone/test-screen.ts';
import { openTab, signedIn, withBrowser } from '../phone/phone.ts';
import { startServer } from '../server/start-server.ts';
import { type Ground, type Measure, median } from './measure.ts';

const runs = 5;

/** Milliseconds to question 1 of one new student after another: the first time, and again with all code in the browser's cache. */
async function openings({ database, sitters, productServer }: Ground, isWarm: boolean): Promise<number[]> {
  const server = await startServer(productServer, [], database);
  try {
    return await withBrowser(async (browser) => {
      const shown: number[] = [];
      for (const sitter of sitters.waiting.splice(0, runs)) {
        const context = await signedIn(browser, server.address, sitter);
        const { page } = await openTab(context);
        const first = await beginTest(page, server.address, sitters.paper_id);
        if (isWarm) {
          await page.close({ runBeforeUnload: false });
          const { page: again } = await openTab(context);
          shown.push((await beginTest(again, server.address, sitters.paper_id)).shown);
        } else shown.push(first.shown);
        await context.close();
      }
      return shown;
    });
  } finally {
    await server.stop();
  }
}

/** Signed in, nothing cached: from the address of the instructions, with Begin pressed as soon as it shows, to question 1 typeset. */
export const firstQuestionCold: Measure = {
  name: 'first_question_cold',
  unit: 'ms',
  aim: { most: 3500 },
  measure: async (ground) => ({ value: median(await openings(ground, false)), beside: null }),
};

/** The same way for a student who was there before. */
export const firstQuestionWarm: Measure = {
  name: 'first_question_warm',
  unit: 'ms',
  aim: { most: 1200 },
  measure: async (ground) => ({ value: median(await openings(ground, true)), beside: null }),
};
