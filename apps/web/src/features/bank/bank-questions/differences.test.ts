import { emptyContent } from '@abhyas/contract/bank/bank-content';
import { expect, test } from 'vitest';
import { differencesOf, partsOf } from './differences.ts';

const topic = (id: number | null) => `Topic ${id}`;

test('the differences name each changed field with both sides, and no other', () => {
  const after = { ...emptyContent, text: 'How far?', keys: [2, { from: '1', to: '2' }], difficulty: 4, topic_id: 7 };
  expect(differencesOf(emptyContent, after, topic)).toEqual([
    { field: 'Topic', before: 'Topic null', after: 'Topic 7' },
    { field: 'Difficulty', before: '3', after: '4' },
    { field: 'Question', before: '', after: 'How far?' },
    { field: 'Answer', before: '', after: '2 or 1 to 2' },
  ]);
  expect(differencesOf(after, structuredClone(after), topic)).toEqual([]);
});

test('a changed word is shown as removed and added, between the unchanged words', () => {
  expect(partsOf('How far does it glide?', 'How long does it glide?')).toEqual([
    { kind: 'same', text: 'How ' },
    { kind: 'removed', text: 'far ' },
    { kind: 'added', text: 'long ' },
    { kind: 'same', text: 'does it glide?' },
  ]);
});

test.each([
  ['', 'one two'],
  ['one two three', ''],
  ['a b a c\nb', 'b a\nc b b'],
  ['  two  blanks ', 'two blanks'],
  ['same', 'same'],
])('the parts of %j and %j, each without the parts of the other, are always the whole text', (before, after) => {
  const sideOf = (other: string) =>
    partsOf(before, after)
      .flatMap((part) => (part.kind === other ? [] : [part.text]))
      .join('');
  expect([sideOf('added'), sideOf('removed')]).toEqual([before, after]);
});
