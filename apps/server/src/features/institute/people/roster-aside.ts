import { Problem } from '@abhyas/contract/problem';
import { openAside } from '../../../threads/aside.ts';
import type { rowsOf } from './roster.ts';

export interface RosterFile {
  text?: string | undefined;
  xlsx?: string | undefined;
}

const readAside = openAside<RosterFile, ReturnType<typeof rowsOf>>(new URL('./roster-worker.ts', import.meta.url), {
  memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 },
  mostMs: 15_000,
  mostWaiting: 8,
  words: 'This file cannot be read: it takes too much memory or time. Save it as CSV, or split it.',
});

/** The rows of a roster, read in a thread. Throws `not_possible` for a file that is not a roster, and `busy` while many others are read. */
export async function rowsOfFile({ text, xlsx }: RosterFile): ReturnType<typeof readAside> {
  if (xlsx === undefined && (text === undefined || text.trim() === '')) throw new Problem('not_possible', 'Paste rows or choose a file.');
  return readAside({ text, xlsx });
}
