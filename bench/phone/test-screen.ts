import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Milliseconds from the navigation's start to question 1 typeset; undefined before. */
    firstQuestionAt?: number;
    /** Milliseconds to the press of Begin. */
    begunAt?: number;
    /** Steps through the paper with Save & Next; resolves at the last question. */
    stepThrough?: (pauseMs: number) => Promise<number>;
  }
}

/** Runs in the page before its own scripts: presses Begin in the first frame that shows it, and notes the frame that shows question 1. */
function watchTestScreen(): void {
  const buttons = () => [...document.querySelectorAll('button')];
  const shownQuestion = () => {
    const article = document.querySelector('article');
    const isTypeset = article !== null && article.querySelector('[aria-busy="true"]') === null;
    const number = /^Question (\d+)$/.exec(article?.querySelector('h2')?.textContent ?? '')?.[1];
    return isTypeset && number !== undefined ? Number(number) : null;
  };
  const watch = () => {
    if (window.begunAt === undefined) {
      const begin = buttons().find(({ textContent, disabled }) => /^(Begin|Continue)$/.test(textContent ?? '') && !disabled);
      if (begin) {
        window.begunAt = performance.now();
        begin.click();
      }
    } else if (shownQuestion() === 1) {
      // The frame after the one that was drawn with it.
      requestAnimationFrame(() => {
        window.firstQuestionAt = performance.now();
      });
      return;
    }
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  window.stepThrough = async (pauseMs) => {
    let steps = 0;
    for (;;) {
      const before = shownQuestion();
      const next = buttons().find(({ textContent }) => textContent === 'Save & Next');
      if (!next || before === null) return steps;
      next.click();
      steps += 1;
      while (shownQuestion() !== before + 1) await nextFrame();
      await nextFrame();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
}

/** Goes to the instructions of the paper, begins, and waits for question 1. Returns milliseconds from the navigation. */
export async function beginTest(page: Page, address: string, paper_id: number): Promise<{ begun: number; shown: number }> {
  await page.addInitScript(watchTestScreen);
  await page.goto(`${address}/test_instruction/${paper_id}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.firstQuestionAt !== undefined, undefined, { polling: 250, timeout: 60_000 });
  return page.evaluate(() => ({ begun: window.begunAt ?? 0, shown: window.firstQuestionAt ?? 0 }));
}
