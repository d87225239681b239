import { join } from 'node:path';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Presses Save & Next until question `count` is shown, `pauseMs` after each question is. */
    stepThrough?: (count: number, pauseMs: number) => Promise<void>;
  }
}

const shownLine = /^First question shown: (\S+)$/;

/**
 * Goes to the instructions of the paper, begins, and waits for question 1. Returns milliseconds from the start of the navigation. The page is
 * listened to, not asked: the asking tool would first bring 330 kB of its own code into it.
 */
export async function openFirstQuestion(page: Page, address: string, paper_id: number): Promise<number> {
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-test-screen.js') });
  const shown = page.waitForEvent('console', { predicate: (message) => shownLine.test(message.text()), timeout: 60_000 });
  await page.goto(`${address}/test_instruction/${paper_id}`, { waitUntil: 'commit' });
  return Number(shownLine.exec((await shown).text())?.[1]);
}

/** Steps from question 1 to the last one. */
export async function stepThrough(page: Page, count: number, pauseMs: number): Promise<void> {
  await page.evaluate(async ([last, pause]) => window.stepThrough?.(last, pause), [count, pauseMs] as const);
}
