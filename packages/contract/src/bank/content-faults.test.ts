import { describe, expect, test } from 'vitest';
import { type BankContent, emptyContent, figuresOf } from './bank-content.ts';
import { faultsOfContent, faultsOfPassage, publishedContent } from './content-faults.ts';

const sound: BankContent = { ...emptyContent, topic_id: 7, text: 'How far?', options: ['1 m', '2 m', '3 m', '4 m'], keys: [2] };
const numerical: BankContent = { ...sound, type: 'numerical', options: ['', '', '', ''], keys: ['5'] };
const figure = { hash: 'a'.repeat(64), alt: 'A cart on a slope', size: 2 } as const;
const of = (change: Partial<BankContent>, from: BankContent = sound) =>
  faultsOfContent({ ...from, ...change }).map(({ path, what }) => `${path.join('.')}: ${what}`);

describe('a question without faults', () => {
  test.each<[string, Partial<BankContent>, BankContent?]>([
    ['of four options', {}],
    ['of options that are pictures', { options: ['', '', '', ''], option_figures: [figure, figure, figure, figure] }],
    ['of several options', { type: 'multiple_option', keys: [[1, 3]] }],
    ['with a value', {}, numerical],
    ['with a range and a value', { keys: [{ from: '0.74', to: '0.80' }, '1'], notes: 'from 0.74 to 0.80' }, numerical],
    ['about a passage', { type: 'comprehension', passage_id: 3 }],
    ['with formulas and a video', { text: String.raw`Find \(v^2\).`, video: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['whose notes stay from an earlier type', { notes: 'from 1 to 2' }],
  ])('%s', (_what, change, from) => expect(of(change, from)).toEqual([]));
});

describe('the editor names', () => {
  test.each<[string, Partial<BankContent>, BankContent, string]>([
    ['a missing topic', { topic_id: null }, sound, 'topic_id: Choose a topic'],
    ['a missing text', { text: ' ' }, sound, 'text: Write the question'],
    ['a missing answer', { keys: [] }, sound, 'keys.0: Give the answer'],
    ['a missing option', { options: ['a', 'b', '', 'd'] }, sound, ': Four options or four option figures are needed'],
    ['two equal options', { options: ['a', 'b', 'a ', 'd'] }, sound, 'keys.0: Two options are the same'],
    [
      'a decimal comma',
      { keys: ['0,12'] },
      numerical,
      'keys.0: The answer 0,12 cannot be typed on the keypad: a decimal comma, or thousands grouped in two ways?',
    ],
    ['a range that ends first', { keys: ['1', { from: '3', to: '2' }] }, numerical, 'keys.1: The range ends before it begins'],
    [
      'a set without an option',
      { type: 'multiple_option', keys: [[]] },
      sound,
      'keys.0: The answer is a list of option numbers, 1 to 4, without quotes',
    ],
    ['a missing passage', { type: 'comprehension' }, sound, ': A comprehension question must name a passage, and other questions must not'],
    ['a bare sign', { text: 'a < b' }, sound, 'text: Not an allowed tag: < b'],
    ['a broken formula in an option', { options: [String.raw`\(\frac{1}{2\)`, 'b', 'c', 'd'] }, sound, 'options.0: TeX does not render'],
    [
      'a picture without words',
      { figure: { ...figure, alt: 'Cart' } },
      sound,
      'figure: Describe the picture in words, for students who cannot see it',
    ],
    ['an unknown video', { video: 'https://elsewhere.example/4.mp4' }, sound, 'video: https://elsewhere.example/4.mp4 is not a video'],
    ['a character that cannot be shown', { solution: 'a\u0001' }, sound, 'solution: The control character U+0001 cannot be shown'],
  ])('%s', (_what, change, from, fault) => expect(of(change, from)).toEqual([expect.stringContaining(fault)]));

  test('the missing text of a passage', () => {
    expect(faultsOfPassage({ text: '', figure: null })).toEqual([{ path: ['text'], what: 'Write the passage' }]);
  });
});

test('a published key is decimal text, and fields of other types are empty', () => {
  const left: Partial<BankContent> = { options: ['a', 'b', 'c', 'd'], passage_id: 4 };
  expect(publishedContent({ ...numerical, ...left, keys: ['1,00,000', { from: '+1', to: '2.50' }] })).toMatchObject({
    keys: ['100000', { from: '1', to: '2.50' }],
    options: ['', '', '', ''],
    passage_id: null,
  });
});

test('the pictures of a question are those of text, options and solution', () => {
  expect(figuresOf({ ...sound, figure, option_figures: [null, figure, null, null], solution_figure: figure })).toHaveLength(3);
});
