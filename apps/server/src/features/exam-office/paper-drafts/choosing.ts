import type { Blueprint, KeptQuestion } from '@abhyas/exam/exam-office/blueprint';
import type { PaperQuestion } from '@abhyas/exam/exam-office/paper-findings';
import { openAside } from '../../../threads/aside.ts';

interface OfPool extends Blueprint {
  /** The questions that may be chosen, as a list in JSON. */
  pool: string;
  seed: number;
}

export interface Filling extends OfPool {
  what: 'fill';
  kept: readonly KeptQuestion[];
}

export interface Swapping extends OfPool {
  what: 'swap';
  /** The facts of the paper's own questions. */
  held: readonly PaperQuestion[];
  /** The ids of the paper, by section. */
  paper: readonly (readonly number[])[];
  section: number;
  question_id: number;
  /** Questions that were offered before. */
  passed: readonly number[];
}

export type Choice = Filling | Swapping;
export type Chosen = { sections: number[][] } | { ids: number[] | null; isFresh: boolean };

const choose = openAside<Choice, Chosen>(new URL('./choosing-worker.ts', import.meta.url), {
  memory: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 },
  mostMs: 30_000,
  mostWaiting: 8,
  words: 'This paper takes too long to fill. Plan fewer sections, or fewer chapters for a section.',
});

/** The ids of each section's questions. Throws `not_possible` for a plan that takes too long, `busy` while many others are filled. */
export async function fillAside(filling: Omit<Filling, 'what'>): Promise<number[][]> {
  const chosen = await choose({ what: 'fill', ...filling });
  return 'sections' in chosen ? chosen.sections : [];
}

/** The section's ids after the swap, and whether the new question was not offered before; null if the pool has no other question. */
export async function swapAside(swapping: Omit<Swapping, 'what'>): Promise<{ ids: number[]; isFresh: boolean } | null> {
  const chosen = await choose({ what: 'swap', ...swapping });
  return 'ids' in chosen && chosen.ids !== null ? { ids: chosen.ids, isFresh: chosen.isFresh } : null;
}
