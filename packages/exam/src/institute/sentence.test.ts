import { expect, test } from 'vitest';
import { patternsOf, say, Sentence, textOf } from './sentence.ts';

test('a sentence keeps its English text, its pattern and the words of its gaps', () => {
  const sentence = say`The results of ${'Mock 1'} bring ${3} marks.`;
  expect([sentence.text, sentence.pattern, sentence.words]).toEqual([
    'The results of Mock 1 bring 3 marks.',
    'The results of {0} bring {1} marks.',
    { 0: 'Mock 1', 1: '3' },
  ]);
});

test('a word that looks like a gap is not filled', () => {
  expect(say`${'{1}'} and ${'b'}`.text).toBe('{1} and b');
});

test('a sentence within a sentence has its own pattern', () => {
  const outer = say`Practice: ${say`${12} answers`}.`;
  expect(outer.text).toBe('Practice: 12 answers.');
  expect(patternsOf([outer])).toEqual([
    { pattern: 'Practice: {0}.', words: { 0: '12 answers' } },
    { pattern: '{0} answers', words: { 0: '12' } },
  ]);
});

test('only sentences with gaps have patterns, and a text without a pattern stays as it is', () => {
  const filled = new Sentence('Wait {seconds} seconds.', { seconds: '9' });
  expect(patternsOf([say`Nothing is due today.`, 'Mock 1', filled])).toEqual([
    { pattern: 'Wait {seconds} seconds.', words: { seconds: '9' } },
  ]);
  expect([textOf('Mock 1'), textOf(filled)]).toEqual(['Mock 1', 'Wait 9 seconds.']);
});
