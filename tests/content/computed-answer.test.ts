import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { describe, expect, it } from 'vitest';
import { faultOfAnswer, numberOfOption } from './computed-answer.ts';

const numerical = (fields: Partial<QuestionEntry>): QuestionEntry => ({
  code: 'phy-test-001',
  topic: 'phy-test',
  type: 'numerical',
  difficulty: 1,
  for: 'practice',
  text: 'How long does it take, in seconds?',
  answer: '4',
  check: { givens: { u: 20, g: 10 }, formula: '2 * u / g' },
  solution: 'It takes 4 s.',
  ...fields,
});
const withOptions = (answer: number, option_values: number[], options = option_values.map(String)) =>
  numerical({ type: 'four_options', answer, options, check: { givens: { u: 20, g: 10 }, formula: 'u^2 / (2 * g)', option_values } });

describe('a stored answer', () => {
  it.each([
    ['equal to the value of the formula', numerical({})],
    ['in a range that contains the value', numerical({ answer: { from: '3.9', to: '4.1' } })],
    [
      'rounded as the question asks',
      numerical({ answer: '2', text: 'Give the nearest integer.', check: { givens: { a: 2.2 }, formula: 'a' } }),
    ],
    ['to two decimals', numerical({ answer: '0.33', check: { givens: { a: 3 }, formula: '1 / a' } })],
    ['that is the nearest option', withOptions(2, [10, 20, 30, 40])],
    ['whose options are in another unit', withOptions(2, [10, 20, 30, 40], ['1000 cm', '2000 cm', '3000 cm', '4000 cm'])],
  ])('is right: %s', (_what, question) => {
    expect(faultOfAnswer(question)).toBeUndefined();
  });

  it.each([
    ['another number', numerical({ answer: '5' })],
    ['a range beside the value', numerical({ answer: { from: '4.1', to: '4.3' } })],
    ['rounded although the question does not ask for it', numerical({ answer: '2', check: { givens: { a: 2.2 }, formula: 'a' } })],
    ['a formula that divides by zero', numerical({ check: { givens: { a: 0 }, formula: '1 / a' } })],
    ['a formula with a name that is not among the givens', numerical({ check: { givens: { a: 1 }, formula: 'a * b' } })],
    ['the number of another option', withOptions(3, [10, 20, 30, 40])],
    ['none of the options', withOptions(2, [10, 21, 30, 40])],
    ['one of two options that are equally close', withOptions(2, [20.05, 19.95, 30, 40])],
    ['an option whose text differs from its value', withOptions(2, [10, 20, 30, 40], ['10', '25', '30', '40'])],
  ])('is reported as wrong: %s', (_what, question) => {
    expect(faultOfAnswer(question)).toBeDefined();
  });
});

describe('the number in an option', () => {
  it.each([
    ['20 m', 20],
    ['\\(-2.5\\ \\mathrm{m\\,s^{-1}}\\)', -2.5],
    ['\\(40\\%\\)', 40],
    ['\\(\\frac{1}{2}\\)', undefined],
    ['\\(2\\sqrt{3}\\)', undefined],
    ['\\(3 \\times 10^{8}\\)', undefined],
    ['Both of them', undefined],
  ])('in %s is %s', (text, number) => {
    expect(numberOfOption(text)).toBe(number);
  });
});
