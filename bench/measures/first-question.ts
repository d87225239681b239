import type { BrowserContext } from '@playwright/test';
import { openTab, signedIn, withBrowser, withKeptProfile } from '../phone/phone.ts';
import { openFirstQuestion } from '../phone/test-screen.ts';
import { startServer } from '../server/start-server.ts';
import type { Sitter } from '../sitters.ts';
import { alone, type Ground, type Measure, median } from './measure.ts';

const runs = 5;

/** Reads the instructions until the site is kept on the device, some seconds, and goes away again. */
async function readInstructions(context: BrowserContext, address: string, paper_id: number): Promise<void> {
  const { page } = await openTab(context);
  await page.goto(`${address}/test_instruction/${paper_id}`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
}

/** Opens the test at another time: no service worker runs any more, so its start is part of what the student waits for. */
async function comeBack(context: BrowserContext, address: string, paper_id: number): Promise<number> {
  const { page, devTools } = await openTab(context);
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.stopAllWorkers');
  await devTools.send('ServiceWorker.disable');
  return openFirstQuestion(page, address, paper_id);
}

/** Milliseconds to question 1, of one new student after another. */
async function openings({ database, sitters, productServer }: Ground, open: (address: string, sitter: Sitter) => Promise<number>) {
  const server = await startServer(productServer, [], database);
  try {
    const shown: number[] = [];
    for (const sitter of sitters.waiting.splice(0, runs)) shown.push(await open(server.address, sitter));
    return shown;
  } finally {
    await server.stop();
  }
}

/** Signed in, nothing cached: from the address of the instructions, with Begin pressed as soon as it shows, to question 1 typeset. */
export const firstQuestionCold: Measure = {
  name: 'first_question_cold',
  unit: 'ms',
  aim: { most: 3500 },
  measure: (ground) =>
    withBrowser(async (browser) => {
      const shown = await openings(ground, async (address, sitter) => {
        const context = await signedIn(browser, address, sitter);
        const { page } = await openTab(context);
        const first = await openFirstQuestion(page, address, ground.sitters.paper_id);
        await context.close();
        return first;
      });
      return alone(median(shown));
    }),
};

/** The same way for a student who has read the instructions before, in the same browser. */
export const firstQuestionWarm: Measure = {
  name: 'first_question_warm',
  unit: 'ms',
  aim: { most: 1200 },
  measure: async (ground) => {
    const { paper_id } = ground.sitters;
    const shown = await openings(ground, (address, sitter) =>
      withKeptProfile(address, sitter, async (context) => {
        await readInstructions(context, address, paper_id);
        return comeBack(context, address, paper_id);
      }),
    );
    return alone(median(shown));
  },
};
