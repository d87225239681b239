import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import type { TestTaker } from '../test-takers.ts';
import { Caller } from './caller.ts';
import type { LoadAnswer } from './load-job.ts';
import { timeLoops } from './timed.ts';

/** Every student presses Begin at the same moment, each in a separate browser, and gets the paper. */
export function rush(address: string, paper_id: number, testTakers: readonly TestTaker[]): Promise<LoadAnswer> {
  const waiting = [...testTakers];
  return timeLoops(
    testTakers.length,
    () => waiting.length === 0,
    async () => {
      const browser = new Caller(address, { token: waiting.pop()?.token ?? '' });
      await browser.call(findOrCreateSessionItem, { id: paper_id });
      await browser.send(getTestQuestions, { id: paper_id });
      await browser.close();
    },
  );
}
