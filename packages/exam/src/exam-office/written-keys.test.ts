import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedAnswer, QuestionType } from '../bank/question.ts';
import { readKey, readKeyLine, writeKey } from './written-keys.ts';

describe('the key of one question', () => {
  it.each<[QuestionType, string, AcceptedAnswer[]]>([
    [0, 'B', [2]],
    [0, ' d ', [4]],
    [0, '3', [3]],
    [0, 'A/C', [1, 3]],
    [2, 'AC', [[1, 3]]],
    [2, 'C, A', [[1, 3]]],
    [2, '1 and 4', [[1, 4]]],
    [1, '2.50', ['2.50']],
    [1, '-4', ['-4']],
    [1, '−4', ['-4']],
    [1, '2.4 to 2.6', [{ from: '2.4', to: '2.6' }]],
    [1, '2.4-2.6', [{ from: '2.4', to: '2.6' }]],
    [1, '-3 to -1', [{ from: '-3', to: '-1' }]],
    [1, '7/8', ['7', '8']],
  ])('of form %i is read from “%s”', (type, text, keys) => expect(readKey(type, text)).toEqual({ keys }));

  it.each<[QuestionType, string, string]>([
    [0, 'E', 'one option, such as B or 2'],
    [0, 'AB', 'one option'],
    [0, '', 'one option'],
    [2, 'AA', 'one or more options'],
    [2, 'AX', 'one or more options'],
    [1, 'A', 'a number or a range'],
    [1, '3 to 1', 'a number or a range'],
    [1, '1e5', 'a number or a range'],
  ])('of form %i is refused for “%s”', (type, text, fault) =>
    expect(readKey(type, text)).toEqual({ fault: expect.stringContaining(fault) }),
  );

  it('is read again as it was written', () => {
    const option = fc.integer({ min: 1, max: 4 });
    const number = fc.integer({ min: -9999, max: 9999 }).map(String);
    const key: fc.Arbitrary<[QuestionType, AcceptedAnswer]> = fc.oneof(
      fc.tuple(fc.constant<QuestionType>(0), option),
      fc.tuple(
        fc.constant<QuestionType>(2),
        fc.uniqueArray(option, { minLength: 1 }).map((options) => options.toSorted((a, b) => a - b)),
      ),
      fc.tuple(fc.constant<QuestionType>(1), number),
    );
    fc.assert(
      fc.property(key, ([type, one]) => {
        expect(readKey(type, writeKey([one]))).toEqual({ keys: [one] });
      }),
    );
  });
});

const single: QuestionType[] = [0, 0, 0, 0];
describe('a line of keys', () => {
  it.each<[string, QuestionType[], string, [number, AcceptedAnswer[]][]]>([
    [
      'numbers and letters',
      single,
      '1A 2C 3-B 4) D',
      [
        [1, [1]],
        [2, [3]],
        [3, [2]],
        [4, [4]],
      ],
    ],
    [
      'options as numbers',
      single,
      '1. 2, 2. 4\n3. (1)',
      [
        [1, [2]],
        [2, [4]],
        [3, [1]],
      ],
    ],
    [
      'letters alone, for the questions in order',
      single,
      'a c\nb',
      [
        [1, [1]],
        [2, [3]],
        [3, [2]],
      ],
    ],
    [
      'several forms',
      [0, 2, 1, 1],
      '1 B; 2 A,C; 3: -2.5; 4. 1.2 to 1.4',
      [
        [1, [2]],
        [2, [[1, 3]]],
        [3, ['-2.5']],
        [4, [{ from: '1.2', to: '1.4' }]],
      ],
    ],
    ['two accepted keys', single, 'Q1. A/B', [[1, [1, 2]]]],
    [
      'without spaces',
      single,
      '1A2C3B',
      [
        [1, [1]],
        [2, [3]],
        [3, [2]],
      ],
    ],
    ['nothing', single, '  \n', []],
    ['nothing but signs between keys', single, ', ;) |\n ,', []],
  ])('is read: %s', (_title, types, text, keys) => expect(readKeyLine(types, text)).toEqual({ keys: new Map(keys), faults: [] }));

  it.each<[string, string, number[], RegExp[]]>([
    ['a question that the paper does not have', '1A 9B 2C', [1, 2], [/^There is no question 9/]],
    ['a letter that is no option', '1A 2E 3B', [1, 3], [/^Question 2: enter one option/]],
    ['a word', 'key: 1A', [1], [/“key:” is not the number/]],
    ['a question that is named twice', '1A 1B', [1], [/^Question 1 has two keys/]],
    ['a number without a key', '1A 2', [1], [/^Question 2/]],
  ])('reports %s, and reads the rest', (_title, text, numbers, faults) => {
    const read = readKeyLine(single, text);
    expect([...read.keys.keys()]).toEqual(numbers);
    expect(read.faults).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });

  it('comes to an end for every text, and gives keys of existing questions only', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEabcd.,;:)(-–/ \nQto|'), maxLength: 60 });
    const mostlyBetween = fc.string({ unit: fc.constantFrom(...' ,;)|1A'), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(signs, mostlyBetween), fc.array(fc.constantFrom<QuestionType>(0, 1, 2), { maxLength: 12 }), (text, types) => {
        for (const number of readKeyLine(types, text).keys.keys()) expect(types[number - 1]).toBeDefined();
      }),
    );
  });
});
