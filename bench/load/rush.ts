import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/sessions';
import type { Sitter } from '../sitters.ts';
import { Caller } from './caller.ts';
import type { LoadAnswer } from './load-job.ts';
import { timeLoops } from './timed.ts';

/** Every student presses Begin at the same moment, from a browser of his own, and is handed the paper. */
export function rush(address: string, paper_id: number, sitters: readonly Sitter[]): Promise<LoadAnswer> {
  const waiting = [...sitters];
  return timeLoops(
    sitters.length,
    () => waiting.length === 0,
    async () => {
      const browser = new Caller(address, { token: waiting.pop()?.token ?? '' });
      await browser.call(findOrCreateSessionItem, { id: paper_id });
      await browser.send(getTestQuestions, { id: paper_id });
      await browser.close();
    },
  );
}
