import { type Phone, withPhone } from '../phone/phone.ts';
import { openFirstQuestion } from '../phone/test-screen.ts';
import { startServer } from '../server/start-server.ts';
import type { TestTaker } from '../test-takers.ts';
import { alone, type Environment, type Measure, median } from './measure.ts';

const runs = 5;

/** Reads the instructions for some seconds, until the site is stored on the device, and leaves. */
async function readInstructions(phone: Phone, address: string, paper_id: number): Promise<void> {
  const tab = await phone.openTab();
  await tab.goTo(`${address}/test_instruction/${paper_id}`);
  await tab.evaluate('navigator.serviceWorker.ready.then(() => true)');
  // The tour before a first test is read, not waited for.
  await tab.evaluate(`localStorage.setItem('tour-seen', 'true')`);
  await tab.close();
}

/** Opens the test later: the service worker is no longer running, so its start is part of the student's wait. */
async function comeBack(phone: Phone, address: string, paper_id: number): Promise<number> {
  const tab = await phone.openTab();
  await tab.send('ServiceWorker.enable');
  await tab.send('ServiceWorker.stopAllWorkers');
  await tab.send('ServiceWorker.disable');
  return openFirstQuestion(tab, address, paper_id);
}

/** Milliseconds to question 1, for one new student after another. */
async function openings(
  { database, testTakers, productServer }: Environment,
  open: (address: string, testTaker: TestTaker) => Promise<number>,
) {
  const server = await startServer(productServer, [], database);
  try {
    const shown: number[] = [];
    for (const testTaker of testTakers.waiting.splice(0, runs)) shown.push(await open(server.address, testTaker));
    return shown;
  } finally {
    await server.stop();
  }
}

/**
 * A signed-in student without a cache: from the address of the instructions, with Begin pressed as soon as it is shown, to question 1
 * typeset.
 */
export const firstQuestionCold: Measure = {
  name: 'first_question_cold',
  unit: 'ms',
  aim: { most: 3000 },
  measure: async (environment) => {
    const shown = await openings(environment, (address, testTaker) =>
      withPhone(address, testTaker, async (phone) => openFirstQuestion(await phone.openTab(), address, environment.testTakers.paper_id)),
    );
    return alone(median(shown));
  },
};

/** The same steps for a student who has read the instructions before, in the same browser, and has had the tour. */
export const firstQuestionWarm: Measure = {
  name: 'first_question_warm',
  unit: 'ms',
  aim: { most: 950 },
  measure: async (environment) => {
    const { paper_id } = environment.testTakers;
    const shown = await openings(environment, (address, testTaker) =>
      withPhone(address, testTaker, async (phone) => {
        await readInstructions(phone, address, paper_id);
        return comeBack(phone, address, paper_id);
      }),
    );
    return alone(median(shown));
  },
};
