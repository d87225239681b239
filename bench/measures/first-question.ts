import type { BrowserContext } from '@playwright/test';
import { openTab, signedIn, withBrowser } from '../phone/phone.ts';
import { openFirstQuestion } from '../phone/test-screen.ts';
import { startServer } from '../server/start-server.ts';
import { alone, type Ground, type Measure, median } from './measure.ts';

const runs = 5;

/** Reads the instructions and goes away again: all code is in the browser's cache then. */
async function readInstructions(context: BrowserContext, address: string, paper_id: number): Promise<void> {
  const { page } = await openTab(context);
  await page.goto(`${address}/test_instruction/${paper_id}`, { waitUntil: 'networkidle' });
  await page.close();
}

/** Milliseconds to question 1, of one new student after another. */
async function openings({ database, sitters, productServer }: Ground, isWarm: boolean): Promise<number[]> {
  const { paper_id, waiting } = sitters;
  const server = await startServer(productServer, [], database);
  try {
    return await withBrowser(async (browser) => {
      const shown: number[] = [];
      for (const sitter of waiting.splice(0, runs)) {
        const context = await signedIn(browser, server.address, sitter);
        if (isWarm) await readInstructions(context, server.address, paper_id);
        const { page } = await openTab(context);
        shown.push(await openFirstQuestion(page, server.address, paper_id));
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
  measure: async (ground) => alone(median(await openings(ground, false))),
};

/** The same way for a student who has read the instructions before. */
export const firstQuestionWarm: Measure = {
  name: 'first_question_warm',
  unit: 'ms',
  aim: { most: 1200 },
  measure: async (ground) => alone(median(await openings(ground, true))),
};
