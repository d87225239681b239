import { expect, test } from 'vitest';
import { keyInWords, keyOfText } from './keys.ts';

test.each([
  [[2], '2'],
  [[2, 3], '2 or 3'],
  [[[1, 3]], '1 and 3'],
  [['1.69', { from: '0.74', to: '0.80' }], '1.69 or 0.74 to 0.80'],
])('the keys %j are written %s', (keys, words) => {
  expect(keyInWords(keys)).toBe(words);
});

test.each([
  [' 1.69 ', '1.69'],
  ['-3', '-3'],
  ['0.74 to 0.80', { from: '0.74', to: '0.80' }],
  ['5 to 1', null],
  ['two', null],
  ['', null],
])('the text %j is read as the key %j', (text, key) => {
  expect(keyOfText(text)).toEqual(key);
});
