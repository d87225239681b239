import { expect, test } from 'vitest';
import { itemsOf } from './testing/items-of.ts';

const file = `What is the SI unit of force?
A. joule
B. newton
C. watt
D. pascal
ANSWER: B

Which x satisfies $x^2 < 4$ & costs $5?
A) \\(x = 1\\)
B) 2
C) 3
D) 4
ANSWER: A

Two options only
A. yes
B. no
ANSWER: A
`;

test('every question of an Aiken file is an item, and one with two options is a fault of its own', async () => {
  const items = await itemsOf({ 'set.txt': file }, 'aiken');
  expect(items.map(({ place, question, notices }) => [place, question?.keys, notices.map(({ code }) => code)])).toEqual([
    ['Line 1', [2], []],
    ['Line 8', [1], []],
    ['Line 15', undefined, ['option_count']],
  ]);
  expect(items[1]?.question?.text).toBe('Which x satisfies \\(x^2 &lt; 4\\) &amp; costs &#36;5?');
  expect(items[1]?.question?.options[0]).toBe('\\(x = 1\\)');
  expect(items[2]?.source).toContain('Two options only');
});

test('a question without an answer line is an item without a key, and does not swallow the next one', async () => {
  const items = await itemsOf({ 'set.txt': 'One?\nA. 1\nB. 2\nC. 3\nD. 4\n\nTwo?\nA. 1\nB. 2\nC. 3\nD. 4\nANSWER: D\n' }, 'aiken');
  expect(items.map(({ question }) => question?.keys)).toEqual([[], [4]]);
  expect(items[0]?.notices).toMatchObject([{ kind: 'fault', code: 'no_answer' }]);
});

test('a file in Windows-1252 is read, with a notice about the file', async () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode('Angle of 30'),
    0xb0,
    ...new TextEncoder().encode('?\nA. a\nB. b\nC. c\nD. d\nANSWER: A'),
  ]);
  const items = await itemsOf({ 'set.txt': bytes }, 'aiken');
  expect(items.map(({ about, question }) => [about, question?.text])).toEqual([
    ['file', undefined],
    ['question', 'Angle of 30°?'],
  ]);
});
