import { expect, test } from 'vitest';
import type { Asked } from '../testing/aside-worker.ts';
import { type AsideLimits, openAside } from './aside.ts';

const limits: AsideLimits = {
  memory: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  mostMs: 60_000,
  mostWaiting: 2,
  words: 'That is too much.',
};
const open = (changed: Partial<AsideLimits> = {}) =>
  openAside<Asked, string>(new URL('../testing/aside-worker.ts', import.meta.url), { ...limits, ...changed });

test('work in a thread returns its result, and a refusal keeps its message', async () => {
  const work = open();
  expect(await work({ doing: 'answer', text: 'hello' })).toBe('HELLO');
  await expect(work({ doing: 'refuse' })).rejects.toMatchObject({ code: 'refused_file', message: 'This is refused.' });
});

test.each(['take all memory', 'end without an answer'] as const)(
  'a thread that would %s is refused with a message, and the next piece of work is done',
  async (doing) => {
    const work = open();
    const [failed, next] = await Promise.allSettled([work({ doing }), work({ doing: 'answer', text: 'next' })]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'not_possible', message: 'That is too much.' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: 'NEXT' });
  },
);

test('work that never ends is stopped after its time', async () => {
  await expect(open({ mostMs: 500 })({ doing: 'never end' })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'That is too much.',
  });
});

test('a defect in a thread stays a defect', async () => {
  await expect(open()({ doing: 'go wrong' })).rejects.toThrow('This is a defect.');
});

test('pieces of work above the limit of the queue are refused as busy, and the others are done', async () => {
  const work = open();
  const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => work({ doing: 'answer', text })));
  expect(all.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as { code: string }).code))).toEqual([
    'A',
    'B',
    'C',
    'busy',
    'busy',
  ]);
});
