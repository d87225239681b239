import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tab } from './phone.ts';

const watcher = readFileSync(join(import.meta.dirname, 'watch-test-screen.js'), 'utf8');

/**
 * Opens the instructions of the paper, begins the test, and waits for question 1. Returns milliseconds from the start of the navigation.
 */
export async function openFirstQuestion(tab: Tab, address: string, paper_id: number): Promise<number> {
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watcher });
  await tab.goTo(`${address}/test_instruction/${paper_id}`);
  return tab.evaluate<number>('window.firstQuestionShown');
}

/** Steps from question 1 to the last one, with a pause after each question. */
export async function stepThrough(tab: Tab, count: number, pauseMs: number): Promise<void> {
  await tab.evaluate(`window.stepThrough(${count}, ${pauseMs})`);
}
