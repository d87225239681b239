import { join } from 'node:path';
import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { describe, expect, it, test } from 'vitest';
import { faultOfRounding, saysWhatIsCounted } from './asked-quantity.ts';
import { sentencesOf, spelledWordsOf } from './authored-prose.ts';
import { isAscending, valuesOfOptions } from './option-order.ts';
import { labelsCutOff, labelsOf } from './picture-labels.ts';
import { spellingOf } from './spelling.ts';

const isSpelled = spellingOf(join(import.meta.dirname, '../../content/words.txt'));

const numerical = (text: string, answer: QuestionEntry['answer']): QuestionEntry => ({
  code: 'one',
  topic: 'line',
  type: 'numerical',
  difficulty: 2,
  for: 'practice',
  text,
  answer,
  solution: 'None.',
});

describe('the labels of a picture', () => {
  const picture = (inside: string) => labelsOf(`<svg viewBox="0 0 100 50">${inside}</svg>`);

  test.each([
    ['beyond the left edge', '<text x="5" y="20" text-anchor="end" font-size="15">30 m</text>'],
    ['beyond the right edge by their length', '<text x="60" y="20" font-size="15">displacement</text>'],
    ['above the top', '<g font-size="20"><text x="50" y="10" text-anchor="middle">v</text></g>'],
    ['moved out by a group', '<g transform="translate(0 40)"><text x="50" y="20" font-size="15">v</text></g>'],
    ['turned out', '<text x="50" y="20" font-size="15" transform="rotate(-90 50 20)">force in newtons</text>'],
  ])('%s are reported', (_where, inside) => {
    expect(labelsCutOff(picture(inside))).toHaveLength(1);
  });

  test.each([
    '<text x="50" y="20" text-anchor="middle" font-size="15">30 m</text>',
    '<g transform="scale(0.5)"><text x="150" y="60" font-size="15">v</text></g>',
    '<text x="10" y="20" font-size="15">v<tspan font-size="11">0</tspan></text>',
  ])('inside the picture are not reported: %s', (inside) => {
    const drawn = picture(inside);
    expect(drawn.labels).toHaveLength(1);
    expect(labelsCutOff(drawn)).toEqual([]);
  });
});

describe('the values of options', () => {
  test.each([
    [
      ['10 m', '20 m', '30 m', '40 m'],
      [10, 20, 30, 40],
    ],
    [
      ['\\(2R\\)', '\\(4R\\)', '\\(8R\\)', '\\(16R\\)'],
      [2, 4, 8, 16],
    ],
    [
      [
        '\\(-1.5\\ \\mathrm{m\\,s^{-1}}\\)',
        '\\(0\\ \\mathrm{m\\,s^{-1}}\\)',
        '\\(2\\ \\mathrm{m\\,s^{-1}}\\)',
        '\\(30\\ \\mathrm{m\\,s^{-1}}\\)',
      ],
      [-1.5, 0, 2, 30],
    ],
    [
      ['\\(\\tfrac12\\)', '\\(\\dfrac{3}{4}\\)', '1', '2'],
      [0.5, 0.75, 1, 2],
    ],
    [
      ['1 : 4', '1 : 2', '2 : 1', '4 : 1'],
      [0.25, 0.5, 2, 4],
    ],
  ])('%j are read as numbers', (options, values) => {
    expect(valuesOfOptions({ options })).toEqual(values);
  });

  test.each([
    [['4d', '3s', '4p', '5d']],
    [['5 m', '20 cm', '2 m', '1 km']],
    [['46, by mitosis', '46, by meiosis', '23, by meiosis', '23, by mitosis']],
  ])('%j are not numbers', (options) => {
    expect(valuesOfOptions({ options })).toBeUndefined();
  });

  it('are in order unless one is smaller than the one before', () => {
    expect(isAscending([1, 2, 2, 3])).toBe(true);
    expect(isAscending([Math.SQRT2, 4 / 3, 2, 3])).toBe(false);
  });
});

describe('a question for a number', () => {
  test.each([
    'Find its speed in \\(\\mathrm{m\\,s^{-1}}\\).',
    'How long, in seconds, does it fall?',
    'How many electrons are passed on?',
    'What is the pH?',
  ])('names its unit or count: %s', (text) => {
    expect(saysWhatIsCounted({ text })).toBe(true);
  });

  test.each(['Find its speed.', 'What is the force on the block?', 'How long does it fall in the shaft?'])(
    'names neither unit nor count: %s',
    (text) => {
      expect(saysWhatIsCounted({ text })).toBe(false);
    },
  );

  test.each([
    ['Find the time in seconds.', '2.5', /how to round/],
    ['Find the time in seconds.', { from: '2.4', to: '2.6' }, /how to round/],
    ['Find the time in seconds, to one decimal place.', '2.53', /asks for 1 decimals/],
    ['Find the time in seconds, to the nearest integer.', '2.5', /asks for 0 decimals/],
  ] as const)('has a fault when it does not fit its key: %s %j', (text, answer, fault) => {
    expect(faultOfRounding(numerical(text, answer))).toMatch(fault);
  });

  test.each([
    ['Find the time in seconds.', '3'],
    ['Find the time in seconds, to two decimal places.', '2.5'],
    ['Find the time in seconds, to three significant figures.', '2.53'],
  ] as const)('has no fault when it fits its key: %s %j', (text, answer) => {
    expect(faultOfRounding(numerical(text, answer))).toBeUndefined();
  });
});

describe('a text', () => {
  it('is split into sentences and cells, where a formula is one word', () => {
    const text = 'A ball falls \\(20\\ \\mathrm{m}\\). It stops.\n<table><tr><td>One cell</td><td>two</td></tr></table>';
    expect(sentencesOf(text).map((words) => words.length)).toEqual([4, 2, 2, 1]);
  });

  it('is spell-checked without its formulas, genotypes and capitals', () => {
    expect(spelledWordsOf("The DNA of AaBb isn't <b>Mendel's</b> \\(\\text{wrnog}\\)")).toEqual(['The', "isn't", 'Mendel']);
  });

  test.each([
    ['acceleration', true],
    ['colour', true],
    ['color', false],
    ['acceleraton', false],
    ['Enthalpy', true],
    ['Ranvier', true],
    ['ranvier', false],
  ])('has the word %s: %s', (word, isRight) => {
    expect(isSpelled(word)).toBe(isRight);
  });
});
