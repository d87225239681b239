import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AcceptedAnswer, difficultyOf, isAnswered, type Key, questionTypes, sameAnswer } from './question.ts';
import { resultOf } from './result.ts';
import { subjectName } from './subjects.ts';

const { four_options, numerical, multiple_option, comprehension } = questionTypes;
const numericalKey = (accepted: AcceptedAnswer[], rest: Partial<Key> = {}): Key => ({
  question_type: numerical,
  accepted_answers: accepted,
  precision: 2,
  ...rest,
});
const entered = (text: string | null) => ({ responses: [], rich_response: text });
const chosen = (...responses: number[]) => ({ responses, rich_response: null });

describe('a numerical answer', () => {
  it.each([null, '', '-', '.', '-.'])('%j is unattempted, never zero', (text) => {
    expect(resultOf(numericalKey(['0']), entered(text))).toBe(0);
    expect(isAnswered(numerical, entered(text))).toBe(false);
  });

  it.each<[string, AcceptedAnswer, number]>([
    ['1.005', '1.01', 1],
    ['1.68572', '1.69', 1],
    ['1.68572', '1.68432', -1],
    ['-1.005', '-1.01', 1],
    ['-0', '0', 1],
    ['0', '-0', 1],
    ['-0.004', '0', 1],
    ['5.', '5', 1],
    ['.5', '0.50', 1],
    ['007', '7', 1],
    ['4', 4, 1],
    ['0.74', { from: '0.74', to: '0.80' }, 1],
    ['0.80', { from: '0.74', to: '0.80' }, 1],
    ['0.739', { from: '0.74', to: '0.80' }, -1],
    ['0.8001', { from: '0.74', to: '0.80' }, -1],
    ['-2', { from: '-3', to: '-1' }, 1],
    ['3', [3], -1],
  ])('%s, compared with the key %j, has the result %i', (text, accepted, expected) => {
    expect(resultOf(numericalKey([accepted]), entered(text))).toBe(expected);
  });

  it('is correct when it equals any of several accepted answers', () => {
    const key = numericalKey(['3', { from: '7', to: '8' }]);
    expect(['3', '7.5', '5'].map((text) => resultOf(key, entered(text)))).toEqual([1, 1, -1]);
  });

  it('is compared at the precision of the question', () => {
    expect(resultOf(numericalKey(['3'], { precision: 0 }), entered('2.5'))).toBe(1);
    expect(resultOf(numericalKey(['1.234'], { precision: 3 }), entered('1.23'))).toBe(-1);
  });

  it('with a fraction is incorrect if the paper asks for an integer', () => {
    const key = numericalKey(['5'], { integer: true });
    expect(['5', '5.00', '5.', '5.001', '4.999', '-5'].map((text) => resultOf(key, entered(text)))).toEqual([1, 1, 1, -1, -1, -1]);
    expect(resultOf(numericalKey([{ from: '4', to: '6' }], { integer: true }), entered('5.5'))).toBe(-1);
  });

  it('ignores options, and answers of other types ignore text', () => {
    expect(isAnswered(numerical, chosen(1))).toBe(false);
    expect(isAnswered(four_options, entered('5'))).toBe(false);
  });

  /** Rounds half away from zero with integers only: the text is scaled by ten to the number of its decimals. */
  function hundredths(text: string): bigint {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const scaled = BigInt(whole + fraction.padEnd(2, '0'));
    const divisor = 10n ** BigInt(Math.max(0, fraction.length - 2));
    const rounded = (2n * scaled + divisor) / (2n * divisor);
    return text.startsWith('-') ? -rounded : rounded;
  }

  it('is rounded as whole-number arithmetic rounds it', () => {
    const decimal = fc.stringMatching(/^-?[0-9]{1,4}(\.[0-9]{1,5})?$/);
    const nearby = fc
      .tuple(fc.integer({ min: -300, max: 300 }), fc.stringMatching(/^[0-9]{1,3}$/))
      .map(([number, tail]) => `${(number / 100).toFixed(2)}${tail}`);
    fc.assert(
      fc.property(fc.oneof(decimal, nearby), fc.oneof(decimal, nearby), (a, b) => {
        expect(resultOf(numericalKey([b]), entered(a))).toBe(hundredths(a) === hundredths(b) ? 1 : -1);
        expect(resultOf(numericalKey([a]), entered(a))).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an answer by options', () => {
  it.each([four_options, comprehension])('of type %i is correct when its one option is any accepted option', (question_type) => {
    const key: Key = { question_type, accepted_answers: [2, 3], precision: 2 };
    expect([chosen(2), chosen(3), chosen(1), chosen(2, 3), chosen()].map((answer) => resultOf(key, answer))).toEqual([1, 1, -1, -1, 0]);
  });

  it('with several options is correct only if it contains exactly the accepted options, in any order', () => {
    const key: Key = { question_type: multiple_option, accepted_answers: [[1, 3], [4]], precision: 2 };
    const answers = [chosen(3, 1), chosen(4), chosen(1), chosen(1, 3, 4), chosen(1, 2), chosen()];
    expect(answers.map((answer) => resultOf(key, answer))).toEqual([1, 1, -1, -1, -1, 0]);
  });
});

it('levels 1 and 2 are easy, 3 is medium, 4 and 5 are hard', () => {
  expect([1, 2, 3, 4, 5].map(difficultyOf)).toEqual(['E', 'E', 'M', 'H', 'H']);
});

it('Botany and Zoology are shown as Biology', () => {
  expect([1, 2, 3, 4, 5].map(subjectName)).toEqual(['Maths', 'Physics', 'Chemistry', 'Biology', 'Biology']);
});

it('two answers are the same if their options agree in any order and their texts agree', () => {
  expect(sameAnswer(chosen(1, 3), chosen(3, 1))).toBe(true);
  expect(sameAnswer(chosen(1), chosen(1, 3))).toBe(false);
  expect(sameAnswer(chosen(1, 3), chosen(1))).toBe(false);
  expect(sameAnswer(entered(''), entered(null))).toBe(true);
  expect(sameAnswer(entered('5'), entered('5.0'))).toBe(false);
});
