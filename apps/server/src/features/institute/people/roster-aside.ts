import { Problem } from '@abhyas/contract/problem';
import { openAside } from '../../../threads/aside.ts';
import type { columnsOf } from './roster.ts';

export interface RosterFile {
  text?: string | undefined;
  xlsx?: string | undefined;
}

/** Rows of one text of a read roster. */
export const rowsOfPart = 250;

/** A roster that a thread has read. */
export interface ReadRoster {
  columns: ReturnType<typeof columnsOf>;
  count: number;
  /** Rows as JSON, `rowsOfPart` in a text: a text passes between threads in a moment, the objects of a large roster do not. */
  parts: string[];
}

const readAside = openAside<RosterFile, ReadRoster>(new URL('./roster-worker.ts', import.meta.url), {
  memory: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
  mostMs: 20_000,
  mostWaiting: 8,
  words: 'This file cannot be read: it takes too much memory or time. Save it as CSV, or split it.',
});

/** The rows of a roster, read in a thread. Throws `not_possible` for a file that is not a roster, and `busy` while many others are read. */
export async function readRoster({ text, xlsx }: RosterFile): Promise<ReadRoster> {
  if (xlsx === undefined && (text === undefined || text.trim() === '')) throw new Problem('not_possible', 'Paste rows or choose a file.');
  return readAside({ text, xlsx });
}
