import { join } from 'node:path';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds from the navigation's start to question 1 typeset; undefined before. */
    firstQuestionAt?: number;
    /** Milliseconds to the press of Begin. */
    begunAt?: number;
    /** Presses Save & Next until question `count` is shown, `pauseMs` after each question is. */
    stepThrough?: (count: number, pauseMs: number) => Promise<void>;
  }
}

/** Goes to the instructions of the paper, begins, and waits for question 1. Returns milliseconds from the start of the navigation. */
export async function openFirstQuestion(page: Page, address: string, paper_id: number): Promise<number> {
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-test-screen.js') });
  await page.goto(`${address}/test_instruction/${paper_id}`, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => window.firstQuestionAt, undefined, { polling: 250, timeout: 60_000 });
  return (await shown.jsonValue()) ?? Number.NaN;
}

/** Steps from question 1 to the last one. */
export async function stepThrough(page: Page, count: number, pauseMs: number): Promise<void> {
  await page.evaluate(async ([last, pause]) => window.stepThrough?.(last, pause), [count, pauseMs] as const);
}
