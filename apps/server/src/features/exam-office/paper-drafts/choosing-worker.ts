// Worker thread of `choosing.ts`. Filling a paper from a large bank can take seconds, which would block the server.
import { fillPaper, type PoolQuestion } from '@abhyas/exam/exam-office/blueprint';
import { swapQuestion } from '@abhyas/exam/exam-office/swap-question';
import { answerAside } from '../../../threads/aside.ts';
import type { Choice, Chosen } from './choosing.ts';

function choose({ pool: text, ...asked }: Choice): Chosen {
  const open = JSON.parse(text) as PoolQuestion[];
  if (asked.what === 'fill') return { sections: fillPaper({ ...asked, pool: open, excluded: new Set() }) };
  const isOpen = new Set(open.map(({ id }) => id));
  // The paper's own questions are included even if they are no longer available; `swapQuestion` never offers them.
  const pool = [...open, ...asked.held.filter(({ id }) => !isOpen.has(id))];
  const swap = (passed: readonly number[]) => swapQuestion({ ...asked, pool, passed: new Set(passed) });
  // Once every question was offered, the first ones are offered again.
  const fresh = swap(asked.passed);
  return { ids: fresh ?? swap([]), isFresh: fresh !== null };
}

await answerAside(choose);
