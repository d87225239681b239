import { expect, test } from 'vitest';
import { compare, readDecimal, rounded } from './decimal.ts';
import { type Answered, markIndependently, type MarkedSection, type PaperQuestion } from './marks.ts';

const section = (more: Partial<MarkedSection> = {}): MarkedSection => ({
  first_position: 0,
  question_count: 4,
  attempt_limit: null,
  limit_kind: null,
  integer: false,
  correct: 4,
  incorrect: -1,
  unattempted: 0,
  partial: null,
  ...more,
});
const question = (position: number, type: number, keys: PaperQuestion['keys']): PaperQuestion => ({
  question: position + 1,
  position,
  type,
  keys,
  precision: 2,
});
const option = (...options: number[]): Answered => ({ options, text: null });
const text = (entry: string): Answered => ({ options: [], text: entry });
const four = [0, 1, 2, 3];

test('a correct, an incorrect and two empty answers earn 4 - 1', () => {
  const questions = four.map((position) => question(position, 0, [2]));
  const marks = markIndependently(
    [section()],
    questions,
    new Map([
      [1, option(2)],
      [2, option(3)],
    ]),
  );
  expect(marks).toMatchObject({ total: 3, max: 16, isOverLimit: false });
  expect(marks.results.get(3)).toEqual({ result: 0, marks: 0 });
});

test('numbers are compared rounded half away from zero, on their decimals', () => {
  const rounds = (entry: string) => rounded(readDecimal(entry) ?? { units: 0n, places: 0 }, 2);
  expect(compare(rounds('1.005'), rounds('1.01'))).toBe(0);
  expect(compare(rounds('-1.005'), rounds('-1.01'))).toBe(0);
  expect(compare(rounds('1.68572'), rounds('1.68432'))).toBeGreaterThan(0);
});

test('half-typed numbers are unattempted, and -0 is 0', () => {
  const questions = four.map((position) => question(position, 1, ['0']));
  const marks = markIndependently(
    [section()],
    questions,
    new Map([
      [1, text('-')],
      [2, text('.')],
      [3, text('-0')],
    ]),
  );
  expect([...marks.results.values()].map(({ result }) => result)).toEqual([0, 0, 1, 0]);
});

test('answers beyond the limit of a section are not counted, and a session with too many in a `block` section is flagged', () => {
  const questions = four.map((position) => question(position, 0, [1]));
  const answers = new Map(four.map((position) => [position + 1, option(1)]));
  const marks = markIndependently([section({ attempt_limit: 3, limit_kind: 'block' })], questions, answers);
  expect(marks).toMatchObject({ total: 12, max: 12, isOverLimit: true });
  expect(marks.results.get(4)).toEqual({ result: 2, marks: 0 });
});

test('some of the right options earn partial marks, and one wrong option loses all', () => {
  const questions = four.map((position) => question(position, 2, [[1, 2, 3]]));
  const answers = new Map([
    [1, option(1)],
    [2, option(3, 1)],
    [3, option(3, 2, 1)],
    [4, option(1, 4)],
  ]);
  const marks = markIndependently([section({ incorrect: -2, partial: [1, 2, 3] })], questions, answers);
  expect([...marks.results.values()].map(({ marks: earned }) => earned)).toEqual([1, 2, 4, -2]);
});
