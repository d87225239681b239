import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

test('pieces of work run one at a time, in their order, and a failed one does not block the next', async () => {
  const inTurn = openTurns(8);
  let running = 0;
  const seen: string[] = [];
  const piece = (name: string) =>
    inTurn(async () => {
      running += 1;
      seen.push(`${name} beside ${running - 1}`);
      await new Promise(setImmediate);
      running -= 1;
      if (name === 'second') throw new Error('It fails');
      return name;
    });
  const all = await Promise.allSettled(['first', 'second', 'third'].map(piece));
  expect(seen).toEqual(['first beside 0', 'second beside 0', 'third beside 0']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
